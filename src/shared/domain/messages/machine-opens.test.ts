import { describe, expect, it } from 'vitest'
import { actorOf, doubts } from './machine-opens.ts'

const created = Date.UTC(2026, 4, 1, 12)
const delivered = created + 30_000
const life = { createdDate: created, lastStateDate: delivered, lastState: 'delivered' }
const event = {
  kind: 'open',
  date: delivered + 3_600_000,
  url: '',
  ip: '203.0.113.7',
  agent: 'Firefox 145 · Linux',
} as const
const one = (change: Partial<Parameters<typeof doubts>[0][number]>, its: typeof life = life) =>
  doubts([{ ...event, ...change }], its)[0]

describe('doubts about opens and clicks', () => {
  it('do not arise for a person with a mail program an hour later', () => {
    expect(one({})).toBeNull()
    expect(one({ agent: 'Gmail · Chrome 142 · Windows 11' })).toBeNull()
    expect(one({ agent: '' })).toBeNull()
    expect(one({ date: null })).toBeNull()
  })

  it.each([
    ['Gmail · GoogleImageProxy', 'Gmail'],
    ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', 'Gmail'],
    ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'Yahoo'],
  ])('name the image proxy of %s', (agent, name) => {
    expect(one({ agent })).toMatchObject({ kind: 'proxy', reason: expect.stringContaining(name) as string })
  })

  it('recognise Gmail’s proxy by its network, for opens only', () => {
    expect(one({ ip: '66.249.84.12' })?.kind).toBe('proxy')
    expect(one({ ip: '66.249.84.12', kind: 'click', url: 'https://shop.example/' })).toBeNull()
    expect(one({ ip: '66.250.0.1' })).toBeNull()
    expect(one({ ip: '2001:db8::1' })).toBeNull()
  })

  it.each([
    'Apple Mail (privacy proxy)',
    'Mozilla/5.0',
    'Barracuda Sentinel',
    'Googlebot/2.1',
    'python-requests/2.32',
    'curl 8',
  ])('recognise %s as a machine', (agent) => expect(one({ agent })?.kind).toBe('machine'))

  it('arise for a fetch within seconds of the delivery, even through a proxy', () => {
    expect(one({ date: delivered + 4_000 })).toMatchObject({ kind: 'machine', label: 'Prefetched' })
    expect(one({ date: delivered + 4_000, agent: 'GoogleImageProxy' })?.kind).toBe('machine')
    expect(one({ date: delivered - 5_000 })?.reason).toContain('before the delivery')
    expect(one({ date: delivered + 11_000 })).toBeNull()
  })

  it('use the time of creation when the time of delivery is unknown', () => {
    const gone = { ...life, lastState: 'unsubscribed', lastStateDate: delivered + 7_200_000 }
    expect(one({ date: gone.lastStateDate + 2_000 }, gone)).toBeNull()
    expect(one({ date: created + 2_000 }, gone)?.kind).toBe('machine')
  })

  it('arise for clicks on several links at once, and only for those', () => {
    const click = (seconds: number, path: string, ip = '198.51.100.1') =>
      ({
        ...event,
        kind: 'click',
        date: delivered + 60_000 + seconds * 1000,
        url: `https://shop.example/${path}`,
        ip,
      }) as const
    const marks = doubts([click(0, 'a'), click(1, 'b'), click(2, 'c'), click(600, 'a')], life)
    expect(marks.map((mark) => mark?.label ?? null)).toEqual([...Array<string>(3).fill('Security scanner'), null])
    expect(doubts([click(0, 'a'), click(1, 'a'), click(2, 'a')], life)).toEqual([null, null, null])
    expect(doubts([click(0, 'a'), click(1, 'b', '192.0.2.9'), click(2, 'c')], life)).toEqual([null, null, null])
  })
})

it('An open without a doubt is a person’s, unless nothing is known of the program', () => {
  expect(actorOf(event, one({}) ?? null)).toBe('human')
  expect(actorOf({ agent: '' }, one({ agent: '' }) ?? null)).toBe('unknown')
  expect(actorOf(event, one({ agent: 'GoogleImageProxy' }) ?? null)).toBe('proxy')
  expect(actorOf({ agent: '' }, one({ agent: '', date: delivered }) ?? null)).toBe('machine')
})
