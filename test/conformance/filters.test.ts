import { expect, test } from 'vitest'
import { day, hour, openAccount, start, type Account, type Json } from './support/account.ts'

/** Eight messages: two senders × two keys × two tags, each to its own domain, one hour apart. */
async function crossed(account: Account): Promise<{ first: string; second: string; secret: string; hash: string }> {
  const [key] = (await account.get('/settings/apikeys')) as { id: string }[]
  const added = (await account.post('/settings/apikeys', { description: 'Second' })) as {
    id: string
    key: string
    hash: string
  }
  for (const from of ['one@s.example', 'two@s.example']) {
    for (const [name, apiKey] of [
      ['k1', key!.id],
      ['k2', added.id],
    ]) {
      for (const tag of ['red', 'blue']) {
        const email = `open+2@${from.slice(0, 3)}-${name}-${tag}.example`
        await account.send(email, { from: { address: from } }, { apiKey, headers: { 'X-SVC-TAGS': [tag, 'all'] } })
        await account.pass(hour)
      }
    }
  }
  return { first: key!.id, second: added.id, secret: added.key, hash: added.hash }
}

async function domains(account: Account, filter: Json): Promise<string[]> {
  const names = (await account.records(filter)).map(({ msg }) => msg.email.split('@')[1]!.replace('.example', ''))
  return names.sort()
}

const counts = ['domains', 'tags', 'activities', 'bounces', 'emailplatforms', 'localisations'] as const

/** How many messages or opens each statistic counts. */
async function sums(account: Account, filter: Json): Promise<Record<string, number>> {
  const result: Record<string, number> = {}
  for (const name of counts) {
    const answer = await account.post(`/statistics/${name}`, filter)
    const entries = Object.values(answer as Record<string, Record<string, number> | Record<string, number>[]>).flat()
    const field = name === 'emailplatforms' || name === 'localisations' || name === 'activities' ? 'open' : 'requested'
    result[name] = entries.reduce((sum, entry) => sum + Number((entry as Record<string, number>)[field]), 0)
  }
  return result
}

test('froms, apiKeys and tags filter the message list and every statistic', async () => {
  const account = await openAccount()
  const { first, second, secret, hash } = await crossed(account)
  const cases: [Json, string[]][] = [
    [
      {},
      [
        'one-k1-blue',
        'one-k1-red',
        'one-k2-blue',
        'one-k2-red',
        'two-k1-blue',
        'two-k1-red',
        'two-k2-blue',
        'two-k2-red',
      ],
    ],
    [{ froms: ['one@s.example'] }, ['one-k1-blue', 'one-k1-red', 'one-k2-blue', 'one-k2-red']],
    [{ apiKeys: [second] }, ['one-k2-blue', 'one-k2-red', 'two-k2-blue', 'two-k2-red']],
    [{ apiKeys: [secret], froms: ['one@s.example'] }, ['one-k2-blue', 'one-k2-red']],
    [{ apiKeys: [hash], froms: ['one@s.example'] }, ['one-k2-blue', 'one-k2-red']],
    [{ apiKeys: [hash, first], tags: ['red'], froms: ['one@s.example'] }, ['one-k1-red', 'one-k2-red']],
    [{ tags: ['red'] }, ['one-k1-red', 'one-k2-red', 'two-k1-red', 'two-k2-red']],
    [{ froms: ['two@s.example'], apiKeys: [first] }, ['two-k1-blue', 'two-k1-red']],
    [{ froms: ['two@s.example'], apiKeys: [first], tags: ['blue'] }, ['two-k1-blue']],
    [{ tags: ['red', 'blue'], froms: ['one@s.example'] }, ['one-k1-blue', 'one-k1-red', 'one-k2-blue', 'one-k2-red']],
    [{ apiKeys: [first, second], tags: ['red'], froms: ['one@s.example'] }, ['one-k1-red', 'one-k2-red']],
    [{ tags: ['none'] }, []],
    [{ froms: ['nobody@s.example'] }, []],
    [{ apiKeys: ['unknown'] }, []],
  ]
  for (const [filter, expected] of cases) {
    expect(await domains(account, filter)).toEqual(expected)
    const { length } = expected
    expect(await sums(account, filter)).toEqual({
      domains: length,
      bounces: length,
      activities: 2 * length,
      emailplatforms: 2 * length,
      // Each message carries two tags, and counts once under each.
      tags: 2 * length,
      localisations: 2 * length,
    })
  }
})

test('empty filters select everything', async () => {
  const account = await openAccount()
  await crossed(account)
  const empty = { froms: [], apiKeys: [], tags: [] }
  expect(await domains(account, empty)).toHaveLength(8)
  expect(await sums(account, empty)).toEqual(await sums(account, {}))
})

test('senders are compared without case, tags with it', async () => {
  const account = await openAccount()
  await account.send('a@x.org', { from: { address: 'Shop@Sender.example' } }, { headers: { 'X-SVC-TAGS': ['Red'] } })
  expect((await account.page({ froms: ['shop@sender.example'] })).total).toBe(1)
  expect((await account.page({ tags: ['Red'] })).total).toBe(1)
  expect((await account.page({ tags: ['red'] })).total).toBe(0)
})

test('a period and filters can be combined, and paged', async () => {
  const account = await openAccount()
  await crossed(account)
  const begin = start / 1000
  const filter = { dateBegin: begin, dateEnd: begin + 3 * hour, tags: ['red'] }
  expect(await domains(account, filter)).toEqual(['one-k1-red', 'one-k2-red'])
  const { messages, total } = await account.page({ ...filter, page: 2, pageSize: 1 })
  expect([total, messages.map(({ msg }) => msg.email)]).toEqual([2, ['open+2@one-k1-red.example']])
  expect(await account.post('/statistics/domains', { ...filter, dateEnd: begin + hour })).toEqual({
    'one-k1-red.example': expect.objectContaining({ requested: 1, open: 2 }),
  })
})

test('the day of a single message is the same for a request by second and by day', async () => {
  const account = await openAccount()
  await crossed(account)
  const midnight = (start - (start % (day * 1000))) / 1000
  const whole = { dateBegin: midnight, dateEnd: midnight + day - 1 }
  const exact = { dateBegin: start / 1000, dateEnd: start / 1000 + 8 * hour }
  for (const name of counts) {
    const path = `/statistics/${name}`
    expect(await account.post(path, whole)).toEqual(await account.post(path, exact))
  }
})

test('a tag that is named twice counts a message once', async () => {
  const account = await openAccount()
  await account.send('a@x.org', {}, { headers: { 'X-SVC-TAGS': ['t', 't', 'u'] } })
  expect(await account.post('/statistics/domains', { tags: ['t', 't', 'u'] })).toMatchObject({
    'x.org': { requested: 1 },
  })
  expect((await account.page({ tags: ['t', 'u'] })).total).toBe(1)
})

test('filters accept names that a database or an object could misinterpret', async () => {
  const account = await openAccount()
  const odd = ["x'; DROP TABLE messages;--", '__proto__', 'constructor', '%', '_', '*', '"', '日本', 'a,b']
  for (const tag of odd) await account.send('a@x.org', {}, { headers: { 'X-SVC-TAGS': [tag] } })
  const byTag = (await account.post('/statistics/tags')) as Json
  expect(Object.keys(byTag).sort()).toEqual([...odd].sort())
  for (const tag of odd) {
    expect((await account.page({ tags: [tag] })).total).toBe(1)
    expect((await account.page({ froms: [tag] })).total).toBe(0)
  }
})
