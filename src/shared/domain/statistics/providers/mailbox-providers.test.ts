import { expect, it } from 'vitest'
import { noCounters } from '../counters.ts'
import { readDomainTerms } from './domain-terms.ts'
import { byProvider, groupedByProvider, hasComplaintData, providerOf } from './mailbox-providers.ts'

const line = (value: string, messages: number, states: Record<string, number> = {}) => ({
  ...noCounters(),
  value,
  messages,
  states,
})

it('knows the provider of a domain, in every country it has one for', () => {
  const names = (domains: string) => domains.split(' ').map((domain) => providerOf(domain)?.id)
  expect(new Set(names('hotmail.fr hotmail.co.uk live.nl outlook.de outlook.com.br msn.com'))).toEqual(
    new Set(['microsoft']),
  )
  expect(new Set(names('yahoo.com yahoo.fr yahoo.co.uk ymail.com aol.com aol.de aim.com'))).toEqual(new Set(['yahoo']))
  expect(names('gmail.com icloud.com wanadoo.fr free.fr neuf.fr laposte.net bbox.fr')).toEqual([
    'google',
    'apple',
    'orange',
    'free',
    'sfr',
    'laposte',
    'bouygues',
  ])
  expect(names('gmx.at web.de mail.com t-online.de proton.me bk.ru yandex.com.tr')).toEqual([
    'gmx',
    'gmx',
    'gmx',
    't-online',
    'proton',
    'mail-ru',
    'yandex',
  ])
  expect(names('comcast.net foxmail.com 163.com zoho.eu fastmail.fm tampabay.rr.com')).toEqual([
    'comcast',
    'qq',
    'netease',
    'zoho',
    'fastmail',
    'spectrum',
  ])
})

it('reads a domain in any case and with its final dot', () => {
  expect(providerOf('GMail.COM')?.id).toBe('google')
  expect(providerOf('orange.fr.')?.id).toBe('orange')
})

it('guesses nothing from a part of a domain', () => {
  expect(providerOf('yahoo.co.jp')?.id).toBe('yahoo-japan')
  for (const domain of ['news.gmail.com', 'gmail.com.example.org', 'mygmail.com', 'gmail', 'com', '', '.', 'toString'])
    expect(providerOf(domain)).toBeNull()
})

it('joins the counters of the domains of a provider, and lists the domains of none last', () => {
  const lines = [
    line('company.example', 90, { delivered: 80, hardbounced: 10 }),
    line('gmail.com', 20, { delivered: 20 }),
    line('hotmail.com', 15, { delivered: 14, complaint: 1 }),
    line('outlook.fr', 10, { delivered: 9, softbounced: 1 }),
    line('', 1, { rejected: 1 }),
  ]
  const providers = byProvider({ values: lines, more: 0 })
  expect(providers.map(({ provider, messages }) => [provider?.name, messages])).toEqual([
    ['Microsoft', 25],
    ['Google', 20],
    [undefined, 91],
  ])
  expect(providers[0]!.states).toEqual({ delivered: 23, complaint: 1, softbounced: 1 })
  expect(providers[0]!.domains.map(({ value }) => value)).toEqual(['hotmail.com', 'outlook.fr'])
  expect(byProvider({ values: [], more: 0 })).toEqual([])
})

it('counts the domains that are not listed with those of no provider', () => {
  const values = [line('gmail.com', 20, { delivered: 20 }), line('orange.fr', 5, { delivered: 5 })]
  const whole = line('', 40, { delivered: 30, hardbounced: 2, requested: 8 })
  const providers = byProvider({ values, more: 9 }, whole)
  expect(providers.map(({ provider, messages }) => [provider?.id, messages])).toEqual([
    ['google', 20],
    ['orange', 5],
    [undefined, 15],
  ])
  expect(providers[2]!.states).toEqual({ delivered: 5, hardbounced: 2, requested: 8 })
  expect(providers[2]!.domains).toEqual([])
  expect(byProvider({ values, more: 9 }, line('', 22))[2]!.messages).toBe(0)
})

it('can be interrupted after each thousand of 50,000 domains', () => {
  const values = Array.from({ length: 50_000 }, (_, at) => line(at === 7 ? 'gmail.com' : `shop-${at}.example`, 1))
  const rounds = [groupedByProvider(values), readDomainTerms(values.map(({ value }) => value))]
  for (const work of rounds) expect([...work]).toHaveLength(50)
  const messages = byProvider({ values, more: 0 }).map((group) => group.messages)
  expect(messages).toEqual([1, 49_999])
})

it('tells no complaints from no data about them', () => {
  const [microsoft, google] = [providerOf('live.com'), providerOf('gmail.com')]
  expect(hasComplaintData(microsoft, noCounters())).toBe(true)
  expect(hasComplaintData(null, noCounters())).toBe(true)
  expect(hasComplaintData(google, noCounters())).toBe(false)
  expect(hasComplaintData(google, line('gmail.com', 5, { complaint: 1 }))).toBe(true)
})
