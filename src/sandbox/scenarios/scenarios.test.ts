import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { providerOf } from '#shared/domain/statistics/providers/mailbox-providers.ts'
import { createExports } from '../exports/exports.ts'
import { allMessages, recount } from '../../../test/sandbox/support/recount-store.ts'
import { Statistics } from '../statistics/statistics.ts'
import { openStore } from '../store/store.ts'
import type { Store } from '../store/index.ts'
import { BulkWriter } from './bulk-writer.ts'
import { planLife } from './plan-life.ts'
import { createRandom } from '../base/random.ts'
import { fillScenario } from './fill-scenario.ts'
import { serverDown } from './server-down.ts'
import { defaultUsername } from '../base/scenario.ts'

const now = Date.UTC(2026, 5, 17, 14, 30)
const midnight = Date.UTC(2026, 5, 17)
const volume = { messages: 1200, days: 60, customers: 200 }

let stores: Store[]
const open = (): Store => {
  const store = openStore({ path: ':memory:' })
  stores.push(store)
  return store
}
beforeEach(() => {
  stores = []
})
afterEach(() => stores.forEach((store) => store.close()))

async function exported(store: Store): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of createExports(store).all('json', {}).chunks) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('demo', () => {
  test('is the same for the same seed and day, and another one for another seed', async () => {
    const [one, same, other] = [open(), open(), open()]
    fillScenario(one, 'demo', { now, seed: 7, volume })
    fillScenario(same, 'demo', { now: now + 3_600_000, seed: 7, volume })
    fillScenario(other, 'demo', { now, seed: 8, volume })
    expect(await exported(same)).toBe(await exported(one))
    expect(await exported(other)).not.toBe(await exported(one))
    expect(allMessages(same)).toEqual(allMessages(one))
  })

  test('has exactly what was asked for, all of it in the past, counted as a recount counts it', () => {
    const store = open()
    fillScenario(store, 'demo', { now, volume })
    const statistics = new Statistics(store)
    for (const filter of [{}, { tags: ['invoice'] }, { dateBegin: now - 30 * 86_400_000 }]) {
      const expected = recount(store, filter)
      expect(statistics.domains(filter)).toEqual(expected.domains)
      expect(statistics.tags(filter)).toEqual(expected.tags)
      expect(statistics.activities(filter)).toEqual(expected.activities)
    }
    const messages = allMessages(store)
    expect(messages).toHaveLength(volume.messages)
    expect(store.messages.count()).toBe(volume.messages)
    expect(messages.every(({ history }) => history.every(({ date }) => date < midnight))).toBe(true)
    expect(store.plans.nextDue() ?? midnight).toBeGreaterThanOrEqual(midnight)
  })

  test('writes to reserved names, and at providers to addresses that nobody can have', () => {
    const store = open()
    fillScenario(store, 'demo', { now, volume })
    const reserved = /(^|\.)(example|example\.(com|org|net))$/
    const allowed = /@(.+\.)?(example|example\.(com|org|net))$|^_invented\.[^@]+@[^@]+$/
    for (const { email } of allMessages(store)) expect(email).toMatch(allowed)
    for (const { sending, tracking } of store.domains.list()) {
      expect(sending).toMatch(reserved)
      expect(tracking).toMatch(reserved)
    }
    for (const { username } of store.users.list()) expect(username.split('@')[1]).toMatch(reserved)
  })

  test('writes to people at four large providers, and to many more elsewhere', () => {
    const store = open()
    fillScenario(store, 'demo', { now, volume })
    const messages = allMessages(store)
    const atProviders = messages.filter(({ domain }) => providerOf(domain))
    expect(new Set(atProviders.map(({ domain }) => providerOf(domain)!.id))).toEqual(
      new Set(['google', 'microsoft', 'yahoo', 'apple']),
    )
    expect(atProviders.length / messages.length).toBeGreaterThan(0.1)
    expect(atProviders.length / messages.length).toBeLessThan(0.3)
  })

  test('has machines that fetch a message when it arrives, and people who open it later', () => {
    const store = open()
    fillScenario(store, 'demo', { now, volume })
    const opens = allMessages(store).flatMap(({ openDetails, history }) => {
      const delivered = history.find(({ type }) => type === 'delivered')?.date ?? 0
      return openDetails.map(({ date, userAgent }) => ({ browser: userAgent.browser, after: date - delivered }))
    })
    const isMachine = ({ browser }: { browser: string }): boolean => /privacy proxy|Barracuda/.test(browser)
    const [machines, people] = [opens.filter(isMachine), opens.filter((opened) => !isMachine(opened))]
    expect(new Set(machines.map(({ browser }) => browser)).size).toBe(2)
    expect(machines.every(({ after }) => after > 0 && after < 10_000)).toBe(true)
    expect(people.every(({ after }) => after > 10_000)).toBe(true)
    expect(people.length).toBeGreaterThan(machines.length * 5)
  })

  test('has an afternoon on which one domain is down: first soft bounces, then many hard ones', () => {
    const store = open()
    fillScenario(store, 'demo', { now, volume: { messages: 3000, days: 20, customers: 6000 } })
    const from = midnight - serverDown.daysAgo * 86_400_000
    const bounced = (state: string) =>
      allMessages(store).filter(
        ({ lastState, domain, lastStateDate }) =>
          lastState === state &&
          domain === serverDown.domain &&
          lastStateDate > from &&
          lastStateDate < from + 86_400_000,
      )
    const [soft, hard] = [bounced('softbounced'), bounced('hardbounced')]
    expect(soft.length).toBeGreaterThan(9)
    expect(hard.length).toBeGreaterThan(40)
    const dates = hard.map(({ lastStateDate }) => lastStateDate)
    expect(Math.max(...dates) - Math.min(...dates)).toBeLessThan(15 * 60_000)
    expect(soft.every(({ createdDate }) => createdDate < Math.min(...dates))).toBe(true)
    const { entries } = store.blacklists.list('bounces', { page: 1, pageSize: 500 })
    const listed = new Set(entries.map(({ email }) => email))
    expect(hard.every(({ email }) => listed.has(email))).toBe(true)
  })

  test('rejects a message to a blocked address, and keeps what its sends held', () => {
    const store = open()
    fillScenario(store, 'demo', { now, volume: { messages: 2500, days: 60, customers: 60 } })
    const messages = allMessages(store)
    const rejected = messages.find(({ lastState }) => lastState === 'rejected')!
    expect(rejected.reason).toMatch(/^blacklisted: (bounces|complaints|unsubscribers)$/)
    const isMailing = rejected.tags.includes('newsletter')
    expect(store.blacklists.blocking(rejected.email, isMailing ? 'newsletter' : null)).not.toBeNull()
    const source = store.messages.source(messages[0]!.id)!
    expect(source.send.content.from.address).toBe(messages[0]!.from)
    expect(source.values).toHaveProperty('name')
  })

  test('continues: steps planned after the anchor are applied when they are due', () => {
    const store = open()
    fillScenario(store, 'demo', { now, volume: { messages: 2000, days: 3, customers: 300 } })
    const planned = store.plans.count()
    expect(planned).toBeGreaterThan(0)
    let applied = 0
    for (let more = true; more;) {
      const round = store.plans.applyDue(now + 400 * 86_400_000)
      applied += round.applied
      more = round.more
    }
    expect(applied).toBe(planned)
    expect(new Statistics(store).domains({})).toEqual(recount(store, {}).domains)
  })

  test('replaces what was there', () => {
    const store = open()
    fillScenario(store, 'demo', { now, volume })
    fillScenario(store, 'empty', { now })
    expect(store.messages.count()).toBe(0)
    expect(store.keys.list()).toHaveLength(1)
  })
})

test('a fill for which the disk has too little room leaves the old content, and the next one succeeds', async () => {
  const [store, other] = [open(), open()]
  fillScenario(store, 'demo', { now, seed: 7, volume: { ...volume, messages: 200 } })
  store.settings.set('own', 'kept')
  const before = await exported(store)
  const { page_count: pages } = store.database.sql('PRAGMA page_count').get()!
  store.database.exec(`PRAGMA max_page_count = ${String(pages)}`)
  expect(() => fillScenario(store, 'demo', { now, seed: 8, volume })).toThrow('full')
  expect(await exported(store)).toBe(before)
  expect([store.settings.get('own'), store.settings.get('seed'), store.messages.count()]).toEqual(['kept', '7', 200])
  store.database.exec('PRAGMA max_page_count = 1000000')
  fillScenario(store, 'demo', { now, seed: 8, volume })
  fillScenario(other, 'demo', { now, seed: 8, volume })
  expect(allMessages(store)).toEqual(allMessages(other))
  expect(store.settings.get('own')).toBeNull()
})

test('empty has one account, one user and one enabled key with the credentials asked for', () => {
  const store = open()
  fillScenario(store, 'empty', { now })
  expect(store.account()).toMatchObject({ username: defaultUsername })
  expect(store.keys.list()).toMatchObject([{ enabled: true, key: expect.stringMatching(/^[\da-f]{32}$/) as string }])
  fillScenario(store, 'empty', { now, username: 'me@example.com', key: 'my-key' })
  expect(store.account()?.username).toBe('me@example.com')
  expect(store.users.list().map(({ username }) => username)).toEqual(['me@example.com'])
  expect(store.keys.findBySecret('my-key')).toMatchObject({ enabled: true, hash: 'me@example.com' })
  expect(store.templates.list().length).toBeGreaterThan(0)
  expect(store.domains.list()).toMatchObject([{ default: true, verifiedDomain: true }])
})

test('bulk writing leaves the same data as applying each step', () => {
  const odds = { open: 0.8, again: 0.6, click: 0.6, complaint: 0.2, unsubscribed: 0.2, deferred: 0.3, hardbounced: 0.1 }
  const content = { from: { address: 'a@b.example' }, subject: 'Hi', images: [], attachments: [], headers: {} }
  const end = now + 400 * 86_400_000
  const [bulk, lived] = [
    [open(), end],
    [open(), 0],
  ].map(([target, until]) => {
    const store = target as Store
    const random = createRandom(5)
    store.transaction(() => {
      store.messages.insert([{ createdDate: now - 1000, apiKey: 'key-1', tags: [], content, messages: [] }])
      const writer = new BulkWriter(store, until as number)
      for (let at = 0; at < 300; at++) {
        const createdDate = now + at * 400
        const steps = planLife(random, createdDate, { odds, links: ['https://b.example/'] })
        writer.add({
          createdDate,
          stream: store.interner.stream('a@b.example', 'key-1', at % 2 ? ['x'] : []),
          steps,
          domain: store.interner.domain('c.example'),
          send: 1,
          size: 5,
          email: `${at % 50}@c.example`,
          subject: 'Hi',
          name: '',
          meta: null,
          values: {},
          state: 'requested',
          reason: null,
        })
      }
      writer.finish()
    })
    while (store.plans.applyDue(end).more);
    return store
  }) as [Store, Store]
  expect(allMessages(bulk)).toEqual(allMessages(lived))
  const [bulkStatistics, livedStatistics] = [new Statistics(bulk), new Statistics(lived)]
  expect(bulkStatistics.tags({})).toEqual(livedStatistics.tags({}))
  expect(bulkStatistics.domains({})).toEqual(livedStatistics.domains({}))
  expect(bulkStatistics.localisations({})).toEqual(livedStatistics.localisations({}))
  expect(bulkStatistics.emailPlatforms({})).toEqual(livedStatistics.emailPlatforms({}))
  expect(bulkStatistics.recipient('7@c.example')).toEqual(livedStatistics.recipient('7@c.example'))
})
