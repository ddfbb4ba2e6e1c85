import { expect, test } from 'vitest'
import { day, expectShape, hour, openAccount, start, type Account, type Json } from './support/account.ts'
import { documented } from './support/documented-shapes.ts'

const today = String((start - (start % 86_400_000)) / 1000)
const rules = [
  'a',
  'bounce',
  'softbounce',
  'reject',
  'filter',
  'error',
  'complaint',
  'unsubscribe',
  'open+3',
  'click+2',
  'read',
]

async function lively(strict = true): Promise<Account> {
  const account = await openAccount({ strict })
  for (const [domain, tag] of [
    ['x.org', 'red'],
    ['y.org', 'blue'],
  ]) {
    const emails = rules.map((rule) => `${rule}@${domain}`)
    await account.send(emails, {}, { headers: { 'X-SVC-TAGS': [tag!, 'all'] } })
  }
  await account.pass(3600)
  return account
}

const oneOfEach = {
  requested: 11,
  delivered: 6,
  hardbounced: 1,
  softbounced: 1,
  rejected: 1,
  filtered: 1,
  error: 1,
  deferred: 0,
  scheduled: 0,
  complaint: 1,
  unsubscribed: 1,
  read: 1,
  open: 7,
  opener: 5,
  click: 2,
  clicker: 1,
}
const twice = Object.fromEntries(Object.entries(oneOfEach).map(([name, count]) => [name, 2 * count]))

test('domains and tags contain the whole set of counters', async () => {
  const account = await lively()
  const domains = await account.post('/statistics/domains', {})
  const tags = await account.post('/statistics/tags', {})
  expectShape(domains, documented.byName)
  expectShape(tags, documented.byName)
  expect(domains).toEqual({ 'x.org': oneOfEach, 'y.org': oneOfEach })
  expect(tags).toEqual({ red: oneOfEach, blue: oneOfEach, all: twice })
})

test('activities and bounces are counted per day in UTC', async () => {
  const account = await lively()
  const activities = await account.post('/statistics/activities', {})
  const bounces = await account.post('/statistics/bounces', {})
  expectShape(activities, documented.activities)
  expectShape(bounces, documented.bounces)
  const { delivered, open, click, unsubscribed, complaint, opener, clicker, requested, hardbounced, softbounced } =
    twice
  expect(activities).toEqual({ [today]: { delivered, open, click, unsubscribed, complaint, opener, clicker } })
  expect(bounces).toEqual({ [today]: { requested, hardbounced, softbounced } })
})

test('the last second of a day and the first of the next are counted separately', async () => {
  const account = await openAccount({ clock: { start: Date.UTC(2026, 2, 15, 23, 59, 58), running: false } })
  await account.send('a@x.org')
  await account.pass(3)
  await account.send('b@x.org')
  const bounces = (await account.post('/statistics/bounces', {})) as Record<string, Json>
  expect(Object.entries(bounces).map(([at, { requested }]) => [at, requested])).toEqual([
    [today, 1],
    [String(Number(today) + day), 1],
  ])
})

test.each(['', '/webmails', '/applications'])('emailplatforms%s is grouped by month', async (suffix) => {
  const account = await lively()
  const platforms = (await account.post(`/statistics/emailplatforms${suffix}`, {})) as Record<string, Json[]>
  expectShape(platforms, documented.platforms)
  expect(Object.keys(platforms)).toEqual([String(Date.UTC(2026, 2, 1) / 1000)])
  const types = new Set(
    Object.values(platforms)
      .flat()
      .map(({ type }) => type),
  )
  if (suffix !== '') expect([...types]).toEqual([suffix === '/webmails' ? 'webmail' : 'application'])
})

test('webmails and applications add up to all platforms, and so do their totals', async () => {
  const account = await lively()
  const of = async (suffix: string): Promise<Record<string, Json[]>> =>
    (await account.post(`/statistics/emailplatforms${suffix}`, {})) as Record<string, Json[]>
  const sum = (entries: Json[]): number => entries.reduce((total, { open }) => total + Number(open), 0)
  const [all, webmails, applications] = [await of(''), await of('/webmails'), await of('/applications')]
  const month = Object.keys(all)[0]!
  const sorted = (entries: Json[] = []): string[] => entries.map((entry) => JSON.stringify(entry)).sort()
  expect(sorted(all[month])).toEqual(sorted([...(webmails[month] ?? []), ...(applications[month] ?? [])]))
  expect(sum(all[month]!)).toBe(twice['open'])
  for (const [suffix, monthly] of [
    ['/webmails/total', webmails],
    ['/applications/total', applications],
  ] as const) {
    const total = await of(suffix)
    expectShape(total, documented.platformTotals)
    expect(total).toEqual({ open: sum(Object.values(monthly).flat()) })
  }
})

test('platforms of two months are grouped by month, oldest first', async () => {
  const account = await openAccount()
  await account.send('open@x.org')
  await account.pass(30 * day)
  await account.send('open+2@x.org')
  await account.pass(hour)
  const filter = { dateBegin: start / 1000 - day, dateEnd: start / 1000 + 60 * day }
  const months = (await account.post('/statistics/emailplatforms', filter)) as Record<string, Json[]>
  expect(
    Object.entries(months).map(([month, entries]) => [month, entries.reduce((sum, { open }) => sum + Number(open), 0)]),
  ).toEqual([
    [String(Date.UTC(2026, 2, 1) / 1000), 1],
    [String(Date.UTC(2026, 3, 1) / 1000), 2],
  ])
  const webmails = (await account.post('/statistics/emailplatforms/webmails/total', filter)) as Json
  const applications = (await account.post('/statistics/emailplatforms/applications/total', filter)) as Json
  expect(Number(webmails['open']) + Number(applications['open'])).toBe(3)
})

test('an unknown platform path is refused', async () => {
  const account = await openAccount()
  for (const suffix of ['/x', '/webmail', '/total', '/webmails/x', '/applications/total/x']) {
    expect(await account.status('POST', `/statistics/emailplatforms${suffix}`, { body: {} })).toBe(404)
  }
})

test('localisations count opens and clicks per place', async () => {
  const account = await lively()
  const places = (await account.post('/statistics/localisations', {})) as Record<string, number>[]
  expectShape(places, documented.localisations)
  const sum = (name: string): number => places.reduce((total, place) => total + place[name]!, 0)
  expect([sum('open'), sum('click')]).toEqual([twice['open'], twice['click']])
  expect(new Set(places.map(({ country, city }) => `${country}/${city}`)).size).toBe(places.length)
})

test('the details of a message agree with the counted places and platforms', async () => {
  const account = await openAccount()
  await account.send('open+3@x.org')
  await account.pass(3600)
  const { openDetails } = await account.record('open+3@x.org')
  const { country, city, latitude, longitude, webmail, browser } = openDetails[0]!.userAgent
  const places = (await account.post('/statistics/localisations')) as Json[]
  expect(places).toEqual([{ open: 3, opener: 1, click: 0, clicker: 0, country, city, latitude, longitude }])
  const months = await Promise.all(
    ['webmails', 'applications'].map((type) => account.post(`/statistics/emailplatforms/${type}`)),
  )
  const type = webmail === '' ? 'application' : 'webmail'
  expect((months as Record<string, Json[]>[]).flatMap((buckets) => Object.values(buckets).flat())).toEqual([
    { open: 3, name: webmail === '' ? browser : webmail, type },
  ])
})

test('an account without messages returns empty objects and arrays', async () => {
  const account = await openAccount({ strict: true })
  for (const name of ['domains', 'tags', 'activities', 'bounces', 'emailplatforms', 'emailplatforms/webmails']) {
    expect([name, Object.keys((await account.post(`/statistics/${name}`, {})) as Json)]).toEqual([name, []])
  }
  expect(await account.post('/statistics/emailplatforms/webmails/total', {})).toEqual({ open: 0 })
  expect(await account.post('/statistics/localisations', {})).toEqual([])
  expect(await account.post('/statistics/messages', {})).toEqual({ messages: [], total: 0 })
})

test('strict refuses undocumented filters', async () => {
  const account = await openAccount({ strict: true })
  for (const name of ['domains', 'tags', 'activities', 'bounces', 'emailplatforms/webmails/total', 'localisations']) {
    expect(await account.status('POST', `/statistics/${name}`, { body: { page: 1 } })).toBe(400)
    expect(await account.status('POST', `/statistics/${name}`, { body: { tag: [] } })).toBe(400)
  }
})
