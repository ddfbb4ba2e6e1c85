import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertOne } from '#test/sandbox/support/stores.ts'
import { openStore } from '../store/store.ts'
import type { EventType, Filter, MessageState, PlannedStep, SendContent, Store, UserAgent } from '../store/index.ts'
import { allMessages, countersOf, placeKey, platformKey, recount } from '../../../test/sandbox/support/recount-store.ts'
import { Statistics } from './statistics.ts'

const start = Date.UTC(2026, 0, 28, 21, 30)
const hour = 3_600_000
const senders = ['shop@nordwind.example', 'news@nordwind.example', 'care@nordwind.example']
const keys = ['key-1', 'key-2']
const tags = ['invoice', 'news', 'a "quoted", tag']

const agents: (Partial<UserAgent> | undefined)[] = [
  undefined,
  { country: 'Germany', city: 'Berlin', latitude: 52.5, longitude: 13.4, webmail: 'GMX', browser: 'Firefox 145' },
  { country: 'France', city: 'Lyon', latitude: 45.8, longitude: 4.8, webmail: '', browser: 'Thunderbird 140' },
  { country: 'France', city: 'Lyon', latitude: 45.8, longitude: 4.8, webmail: '', browser: '' },
]
function agent(at: number): UserAgent | undefined {
  const rest = { region: '', postcode: '', operatingSystem: 'Linux', language: 'en', deviceType: 'desktop' }
  const { country = '', city = '', latitude = 0, longitude = 0, webmail = '', browser = '' } = agents[at] ?? {}
  return agents[at] && { ip: '192.0.2.1', country, city, latitude, longitude, webmail, browser, ...rest }
}

const content = (from: string): SendContent => ({
  from: { address: from },
  subject: 'Hello',
  text: 'Hello',
  images: [],
  attachments: [],
  headers: {},
})

const states: MessageState[] = ['scheduled', 'deferred', 'filtered', 'rejected', 'error', 'softbounced', 'delivered']
const events = ['hardbounced', 'open', 'open', 'click', 'click', 'click', 'read', 'complaint'] as const
const steps = fc.record({
  after: fc.integer({ min: 0, max: 72 * hour }),
  type: fc.constantFrom<MessageState | EventType>(...states, ...events),
  agent: fc.nat(agents.length - 1),
})
/** Mostly hours, so that filters cut days with several messages; sometimes weeks, to reach other months. */
const waits = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 9 * hour }) },
  { weight: 1, arbitrary: fc.integer({ min: 9 * hour, max: 500 * hour }) },
)
const histories = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('send' as const),
      sender: fc.constantFrom(...senders),
      key: fc.constantFrom(...keys),
      tags: fc.subarray(tags),
      emails: fc.array(fc.constantFrom('a@x.example', 'b@x.example', 'C@Y.example', 'd@z.example'), {
        minLength: 1,
        maxLength: 3,
      }),
      plan: fc.array(steps, { maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant('event' as const),
      // Most events belong to few messages, so that both first and later events occur.
      message: fc.nat(6),
      type: fc.constantFrom<EventType>('open', 'open', 'click', 'click', 'click', 'read', 'unsubscribed', 'complaint'),
      agent: fc.nat(agents.length - 1),
    }),
    fc.record({ kind: fc.constant('state' as const), message: fc.nat(), state: fc.constantFrom(...states) }),
    fc.record({ kind: fc.constant('wait' as const), time: waits }),
  ),
  { minLength: 15, maxLength: 60, size: 'max' },
)
type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never

/** Moments around the history, many of them on a day boundary. */
const moments = fc.option(
  fc.oneof(
    fc.integer({ min: -24, max: 240 }).map((hours) => start + hours * hour),
    fc.integer({ min: 0, max: 2000 }).map((hours) => start + hours * hour),
    fc.integer({ min: -1, max: 90 }).map((days) => Date.UTC(2026, 0, 28 + days)),
    fc.integer({ min: -1, max: 20 }).map((days) => Date.UTC(2026, 0, 29 + days) - 1000),
  ),
)
const filters: fc.Arbitrary<Filter> = fc.record({
  dateBegin: moments,
  dateEnd: moments,
  froms: fc.option(fc.subarray(senders), { freq: 2 }),
  apiKeys: fc.option(fc.subarray(keys), { freq: 1 }),
  tags: fc.option(fc.subarray(tags), { freq: 1 }),
})

function live(store: Store, history: History): void {
  let now = start
  const ids: string[] = []
  for (const entry of history) {
    if (entry.kind === 'send') {
      const plan = entry.plan.map<PlannedStep>(({ after, type, agent: at }) => ({
        due: now + after,
        type,
        userAgent: agent(at),
        url: 'https://nordwind.example/',
      }))
      const messages = entry.emails.map((email) => ({ email, subject: 'Hello', size: 100, plan }))
      const send = { createdDate: now, apiKey: entry.key, tags: entry.tags, content: content(entry.sender), messages }
      ids.push(...store.messages.insert([send]).flat())
    } else if (entry.kind === 'wait') {
      now += entry.time
      while (store.plans.applyDue(now, 3).more);
    } else if (ids.length > 0) {
      const id = ids[entry.message % ids.length]!
      if (entry.kind === 'state') store.messages.recordEvent(id, { type: entry.state, date: now })
      else store.messages.recordEvent(id, { type: entry.type, date: now, userAgent: agent(entry.agent) })
    }
  }
}

let store: Store
beforeEach(() => {
  store = openStore({ path: ':memory:' })
})
afterEach(() => store.close())

describe('statistics', () => {
  test('equal a recount of the messages for random histories and filters', () => {
    fc.assert(
      fc.property(histories, fc.array(filters, { minLength: 1, maxLength: 6 }), (history, asked) => {
        store.reset()
        live(store, history)
        const statistics = new Statistics(store)
        for (const filter of asked) {
          const expected = recount(store, filter)
          expect(statistics.domains(filter)).toEqual(expected.domains)
          expect(statistics.tags(filter)).toEqual(expected.tags)
          expect(statistics.activities(filter)).toEqual(expected.activities)
          expect(statistics.bounces(filter)).toEqual(expected.bounces)
          const months = Object.entries(statistics.emailPlatforms(filter)).map(([month, entries]) => [
            month,
            Object.fromEntries(entries.map((entry) => [platformKey(entry), entry.open])),
          ])
          expect(Object.fromEntries(months)).toEqual(expected.platforms)
          const places = statistics
            .localisations(filter)
            .map((place) => [placeKey(place), [place.open, place.click, place.opener, place.clicker]])
          expect(Object.fromEntries(places)).toEqual(expected.localisations)
          const list = store.messages.list(filter, { page: 1, pageSize: 1000 })
          expect(list.total).toBe(expected.total)
          expect(list.messages.map(({ id }) => id)).toEqual(expected.ids)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('of a recipient equal a recount, in any case of the address', () => {
    fc.assert(
      fc.property(histories, (history) => {
        store.reset()
        live(store, history)
        const statistics = new Statistics(store)
        const own = allMessages(store).filter(({ email }) => email === 'C@Y.example')
        const counters = own.map(countersOf)
        const sum = (name: 'requested' | 'open' | 'opener' | 'hardbounced') =>
          counters.reduce((total, entry) => total + entry[name], 0)
        const { requested, open, opener, hardbounced } = statistics.recipient('c@y.EXAMPLE')
        expect([requested, open, opener, hardbounced]).toEqual(
          (['requested', 'open', 'opener', 'hardbounced'] as const).map(sum),
        )
      }),
      { numRuns: 20 },
    )
  })

  test('of a recipient with a capital outside ASCII count all its steps', () => {
    const plan = [{ due: start, type: 'delivered' } as const, { due: start, type: 'open' } as const]
    insertOne(store, { email: 'Ömer@x.example', plan })
    store.plans.applyDue(start)
    expect(new Statistics(store).recipient('ÖMER@x.example')).toMatchObject({ requested: 1, delivered: 1, open: 1 })
    expect(store.database.sql('SELECT email FROM recipients').all()).toEqual([{ email: 'ömer@x.example' }])
  })

  test('pages are the parts of the whole list', () => {
    fc.assert(
      fc.property(histories, filters, fc.integer({ min: 1, max: 7 }), (history, filter, pageSize) => {
        store.reset()
        live(store, history)
        const expected = recount(store, filter).ids
        const found: string[] = []
        for (let page = 1; found.length < expected.length; page++) {
          const { messages } = store.messages.list(filter, { page, pageSize })
          expect(messages.length).toBe(Math.min(pageSize, expected.length - found.length))
          found.push(...messages.map(({ id }) => id))
        }
        expect(found).toEqual(expected)
        expect(store.messages.list(filter, { page: 1e9, pageSize: 500 }).messages).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  test('are empty for a store without messages and for a period that ends before it begins', () => {
    const statistics = new Statistics(store)
    expect(statistics.domains({})).toEqual({})
    store.messages.insert([
      {
        createdDate: start,
        apiKey: 'key-1',
        tags: [],
        content: content(senders[0]!),
        messages: [{ email: 'a@x.example', subject: 'Hello', size: 1 }],
      },
    ])
    expect(statistics.domains({ dateBegin: start, dateEnd: start - 1000 })).toEqual({})
    expect(statistics.localisations({ dateBegin: start + 86_400_000 })).toEqual([])
    expect(statistics.tags({ tags: ['unknown'] })).toEqual({})
    expect(statistics.domains({ froms: ['SHOP@nordwind.example'] })['x.example']?.requested).toBe(1)
  })

  test('understand the secret of a key as well as its id', () => {
    const key = store.keys.add({ id: 'key-1', key: 'secret-1', description: 'Shop', createdAt: start })
    store.messages.insert([
      {
        createdDate: start,
        apiKey: key.id,
        tags: ['invoice'],
        content: content(senders[0]!),
        messages: [{ email: 'a@x.example', subject: 'Hello', size: 1 }],
      },
    ])
    const statistics = new Statistics(store)
    expect(Object.keys(statistics.tags({ apiKeys: ['secret-1'] }))).toEqual(['invoice'])
    expect(Object.keys(statistics.tags({ apiKeys: ['secret-2'] }))).toEqual([])
  })
})
