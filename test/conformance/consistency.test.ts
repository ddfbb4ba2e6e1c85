import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  day,
  hour,
  openAccount,
  start,
  startAccount,
  type Account,
  type Json,
  type WireRecord,
} from './support/account.ts'
import { column, fileTypes, rowsOf } from './support/files.ts'
import { countsOf, dayOf, domainOf, everyRecord, only, sumBy, told, type Counts } from './support/recount.ts'

const rules = ['a', 'b', 'bounce', 'softbounce', 'reject', 'filter', 'error', 'defer', 'complaint', 'unsubscribe']
const readers = ['open+3', 'click+2', 'read', 'open', 'c']
const locals = [...rules, ...readers]
const domains = ['x.org', 'y.example', 'z.example', 'X.ORG']
const senders = ['one@s.example', 'two@s.example']
const tagLists = [[], ['red'], ['red', 'blue'], ['green', 'a,b']]

let account: Account
let keys: string[]

/** Ten days of sends in every combination, the last ones still pending. The tests only read. */
beforeAll(async () => {
  account = await startAccount()
  await account.post('/settings/apikeys', { description: 'Second' })
  keys = ((await account.get('/settings/apikeys')) as { id: string }[]).map(({ id }) => id)
  for (let at = 0; at < 80; at++) {
    const to = [0, 1, 2].map((step) => `${locals[(at * 7 + step * 4) % locals.length]}@${domains[(at + step) % 4]}`)
    const more = { apiKey: keys[at % 2], headers: { 'X-SVC-TAGS': tagLists[(at >> 1) % 4] } }
    await account.send(to, { from: { address: senders[(at >> 2) % 2]! } }, more)
    await account.pass(3 * hour)
  }
  await account.send(['open+2@x.org', 'late@x.org', 'defer@x.org', 'bounce@y.example'])
})

afterAll(() => account.close())

function filters(): Json[] {
  const begin = start / 1000
  return [
    {},
    { dateBegin: begin + 2 * day + 1234, dateEnd: begin + 5 * day + 4321 },
    { dateBegin: begin - (begin % day) + day, dateEnd: begin - (begin % day) + 3 * day - 1 },
    { froms: ['one@s.example'] },
    { apiKeys: [keys[1]!] },
    { tags: ['red'] },
    { tags: ['a,b', 'blue'] },
    { froms: senders, apiKeys: [keys[0]!], tags: ['red', 'green'], dateBegin: begin + day },
    { froms: ['nobody@s.example'] },
  ]
}

test('every statistic equals the recount of the message list, for every filter', async () => {
  const dated = ['delivered', 'open', 'click', 'unsubscribed', 'complaint', 'opener', 'clicker']
  for (const filter of filters()) {
    const records = await everyRecord(account, filter)
    const statistic = (name: string): Promise<unknown> => account.post(`/statistics/${name}`, filter)
    expect(told(await statistic('domains'))).toEqual(sumBy(records, ({ msg }) => [domainOf(msg.email)], countsOf))
    expect(told(await statistic('tags'))).toEqual(sumBy(records, ({ tags }) => tags ?? [], countsOf))
    const daily = (...names: string[]) =>
      sumBy(
        records,
        ({ createdDate }) => [dayOf(createdDate)],
        (record) => only(countsOf(record), ...names),
      )
    expect(told(await statistic('activities'))).toEqual(daily(...dated))
    expect(told(await statistic('bounces'))).toEqual(daily('requested', 'hardbounced', 'softbounced'))
    const { accountId: _accountId, ...sends } = (await statistic('sends')) as Counts
    const all = told({ all: sends })
    expect(all).toEqual(sumBy(records, () => ['all'], countsOf))
    const links = Object.values((await statistic('links')) as Record<string, Counts>)
    expect(links.reduce((sum, { click }) => sum + click!, 0)).toBe(all['all']?.['click'] ?? 0)
    const opens = records.reduce((sum, { open }) => sum + open, 0)
    const clicks = records.reduce((sum, { click }) => sum + click, 0)
    const places = (await statistic('localisations')) as Counts[]
    expect(places.reduce((sum, { open }) => sum + open!, 0)).toBe(opens)
    expect(places.reduce((sum, { click }) => sum + click!, 0)).toBe(clicks)
    const months = (await statistic('emailplatforms')) as Record<string, Counts[]>
    expect(
      Object.values(months)
        .flat()
        .reduce((sum, { open }) => sum + open!, 0),
    ).toBe(opens)
  }
})

test('recipient detail equals the recount of one address', async () => {
  const records = await everyRecord(account, { dateBegin: 0 })
  const names = ['requested', 'delivered', 'open', 'click', 'unsubscribed', 'opener', 'clicker']
  const byEmail = sumBy(
    records,
    ({ msg }) => [msg.email.toLowerCase()],
    (record) => only(countsOf(record), ...names),
  )
  for (const [email, counts] of Object.entries(byEmail)) {
    const detail = (await account.get(`/statistics/recipient/${encodeURIComponent(email)}`)) as Counts
    expect([email, only(detail, ...names)]).toEqual([email, only(counts, ...names)])
  }
})

test('the four exports equal the message list', async () => {
  const period = { dateBegin: start / 1000 + day, dateEnd: start / 1000 + 6 * day }
  const records = await everyRecord(account, period)
  const expected = records.map(({ id, lastState, open, click }) => [id, lastState, open, click].join()).sort()
  expect(expected.length).toBeGreaterThan(100)
  for (const fileType of fileTypes) {
    const rows = rowsOf(fileType, await account.call('POST', `/export/${fileType}`, { body: period }))
    const names = ['Id', 'LastState', 'Open', 'Click'].map((name) => column(rows, name))
    expect(names[0]!.map((_, at) => names.map((cells) => cells[at]).join()).sort()).toEqual(expected)
  }
})

test('blacklists equal the recount of last states', async () => {
  const records = await everyRecord(account, { dateBegin: 0 })
  for (const [type, state] of [
    ['bounces', 'hardbounced'],
    ['complaints', 'complaint'],
    ['unsubscribers', 'unsubscribed'],
  ] as const) {
    const expected = new Set(
      records.filter(({ lastState }) => lastState === state).map(({ msg }) => msg.email.toLowerCase()),
    )
    const answer = (await account.post('/blacklists/list', { type, pageSize: 100 })) as Record<
      string,
      { email: string }[]
    >
    expect([type, answer[type]!.map(({ email }) => email.toLowerCase()).sort()]).toEqual([type, [...expected].sort()])
  }
})

type Exported = Pick<WireRecord, 'lastState' | 'open' | 'click'> & { email: string }

test('50,000 messages of the demo: statistics equal the recount of the export', async () => {
  const demo = await openAccount({ scenario: 'demo' })
  const now = Math.floor(demo.sandbox.clock.now() / 1000)
  const periods = [
    { dateBegin: 0, dateEnd: now },
    { dateBegin: now - 40 * day + 1000, dateEnd: now - 12 * day },
  ]
  // A recipient may do both, and the last state shows only the later one.
  const events = ['complaint', 'unsubscribed']
  for (const period of periods) {
    const records = (await demo.post('/export/json', period)) as Exported[]
    expect(told(await demo.post('/statistics/domains', period), ['read', ...events])).toEqual(
      told(
        sumBy(records, ({ email }) => [domainOf(email)], countsOf),
        events,
      ),
    )
  }
})
