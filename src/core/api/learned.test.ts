import { expect, test } from 'vitest'
import type { AbilityState } from './index.ts'
import { learned as learnedFile } from './read/learned.ts'
import { json, startPair, type Seen } from '#test/support/api-client.ts'

const isPath = (seen: Seen): boolean => seen.url.startsWith('/v1/blacklists/list/')

test.each([
  [404, 'path'],
  [405, 'path'],
])('blacklists are asked by path after a %i, and from then on', async (status, form) => {
  const { server, client, learned } = await startPair((seen, response) =>
    isPath(seen)
      ? json(response, { unsubs: [{ email: 'a@x.org', createdDate: 5 }], total: 1 })
      : json(response, {}, status),
  )
  const query = { type: 'unsubscribers', order: 'descending', list: 'news' } as const
  expect(await client.blacklists.list(query)).toMatchObject({ items: [{ email: 'a@x.org', date: 5000 }], total: 1 })
  expect(learned.at(-1)).toMatchObject({ blacklistForm: form })
  await client.blacklists.list(query)
  expect(server.seen.map(isPath)).toEqual([false, true, true])
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ type: 'unsubscribers', order: 1, list: 'news' })
})

test('a learned form that is refused later is learned again, and kept if the other form is refused too', async () => {
  let speaks: 'now' | 'not at all' = 'now'
  const { server, client, learned } = await startPair((seen, response) => {
    const isNow = seen.url === '/v1/blacklists/list' || (seen.method === 'POST' && seen.url === '/v1/export/json')
    if (speaks === 'now' && isNow) json(response, [])
    else json(response, {}, seen.method === 'GET' ? 405 : 404)
  })
  const before = { exportMethod: 'GET', blacklistForm: 'path' } as const
  learned.push(before)
  const read = async () => {
    for await (const _batch of (await client.exports.all('json', {})).records());
  }
  await read()
  await client.blacklists.list({ type: 'bounces' })
  expect(learned.at(-1)).toEqual({ exportMethod: 'POST', blacklistForm: 'body' })
  expect(server.seen).toHaveLength(4)

  speaks = 'not at all'
  learned.push(before)
  await expect(read()).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(client.blacklists.list({ type: 'bounces' })).rejects.toMatchObject({ code: 'not-found' })
  expect(learned.at(-1)).toEqual(before)
  // A delta moves the service’s marker, so only the known form is used.
  await expect(client.exports.delta('json', {})).rejects.toMatchObject({ code: 'not-allowed' })
  expect(server.seen).toHaveLength(9)
})

test('a blacklist that neither form finds is the first form’s error, and nothing is learned', async () => {
  const { client, learned } = await startPair((seen, response) => json(response, {}, isPath(seen) ? 405 : 404))
  await expect(client.blacklists.list({ type: 'bounces' })).rejects.toMatchObject({ code: 'not-found' })
  expect(learned).toEqual([{}])
})

test('an address on the list of unsubscribers is found and removed on a service that calls them “unsubscribes”', async () => {
  const listed = new Set(['/v1/blacklists/unsubscribes/a%40x.org', '/v1/blacklists/unsubscribes/b%40x.org'])
  const { server, client, learned } = await startPair(({ method, url }, response) => {
    if (!listed.has(url)) return json(response, {}, 404)
    if (method === 'DELETE') listed.delete(url)
    json(response, method === 'DELETE' ? { status: 'success' } : { email: 'a@x.org' })
  })
  const { extras } = client
  expect(await extras.blacklisted('unsubscribers', 'c@x.org')).toBeNull()
  expect(learned.at(-1)).toEqual({})
  await extras.removeBlacklisted('unsubscribers', 'b@x.org')
  expect(learned.at(-1)).toEqual({
    unsubscribersName: 'unsubscribes',
    abilities: { 'DELETE /blacklists/{type}/{email}': 'yes' },
  })
  const before = server.seen.length
  expect(await extras.blacklisted('unsubscribers', 'a@x.org')).toMatchObject({ email: 'a@x.org' })
  expect(server.seen).toHaveLength(before + 1)
  await expect(extras.removeBlacklisted('unsubscribers', 'b@x.org')).rejects.toMatchObject({ code: 'not-found' })
})

/** A service with only the documented operations, whose list of bounces has a@x.org and, by its total, `others`. */
const startDocumented = (others = 0) =>
  startPair(({ url }, response) => {
    if (url !== '/v1/blacklists/list') json(response, {}, 404)
    else json(response, { bounces: [{ email: 'a@x.org' }], total: 1 + others })
  })

test('a removal that the service does not offer is told apart from an address that is not on the list', async () => {
  const { client, learned } = await startDocumented()
  const remove = (email: string) => client.extras.removeBlacklisted('bounces', email)
  await expect(remove('b@x.org')).rejects.toMatchObject({ code: 'not-found' })
  expect(learned.at(-1)?.abilities).toBeUndefined()
  await expect(remove('A@x.org')).rejects.toMatchObject({ code: 'not-available' })
  expect(learned.at(-1)?.abilities).toEqual({ 'DELETE /blacklists/{type}/{email}': 'no' })
})

test('a refused removal is unclear if the list cannot be searched completely', async () => {
  const { client, learned } = await startDocumented(5000)
  await expect(client.extras.removeBlacklisted('bounces', 'b@x.org')).rejects.toMatchObject({ code: 'unclear-refusal' })
  expect(learned.at(-1)?.abilities).toBeUndefined()
})

test.each([
  ['unsubscribes', undefined, 400, ['unsubscribers', 'unsubscribes']],
  ['unsubscribes', 'unsubscribers', 404, ['unsubscribers', 'unsubscribes']],
  ['unsubscribes', 'unsubscribes', 400, ['unsubscribes']],
  ['unsubscribers', 'unsubscribes', 400, ['unsubscribes', 'unsubscribers']],
] as const)(
  'unsubscribers are added as “%s” if %s is known and others are a %i',
  async (name, known, status, asked) => {
    const types: string[] = []
    const { client } = await startPair(
      ({ body }, response) => {
        const { type } = JSON.parse(body) as { type: string }
        types.push(type)
        if (type === name) json(response, { status: 'success' })
        else json(response, {}, status)
      },
      { learned: { get: () => ({ unsubscribersName: known }), set: () => undefined } },
    )
    await client.extras.addBlacklisted({ type: 'unsubscribers', email: 'a@x.org' })
    expect(types).toEqual(asked)
  },
)

test('an addition refused under both names is the first refusal', async () => {
  const { client } = await startPair(({ body }, response) =>
    json(response, {}, body.includes('unsubscribers') ? 400 : 404),
  )
  const added = client.extras.addBlacklisted({ type: 'unsubscribers', email: 'a@x.org' })
  await expect(added).rejects.toMatchObject({ code: 'invalid-request' })
})

test.each([
  ['counts from 1 and refuses 0', (page: number) => (page === 0 ? null : [page]), 1, 2],
  ['counts from 1 and takes 0 for 1', (page: number) => [Math.max(1, page)], 1, 2],
  ['counts from 1 and gives nothing for 0', (page: number) => (page === 0 ? [] : [page]), 1, 2],
  ['counts from 0', (page: number) => [page], 0, 1],
  ['counts from 0 and has one page', (page: number) => (page === 0 ? [0] : []), 0, 1],
  ['has nothing', () => [], undefined, 2],
])('a service that %s', async (_name, pages, firstPage, second) => {
  const { server, client, learned } = await startPair((seen, response) => {
    const ids = pages((JSON.parse(seen.body) as { page: number }).page)
    if (ids === null) json(response, {}, 400)
    else json(response, { messages: ids.map((id) => ({ id })), total: 9 })
  })
  await client.statistics.messages({ page: 2, pageSize: 10 })
  expect(learned.at(-1)?.firstPage).toBe(firstPage)
  expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toEqual({ page: second, pageSize: 10 })
  const asked = server.seen.length
  if (firstPage === undefined) return
  await client.statistics.messages({ page: 1, pageSize: 10 })
  expect(server.seen).toHaveLength(asked + 1)
  expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toMatchObject({ page: firstPage })
})

test('a person on two blacklists is two entries of a service that counts from 0', async () => {
  const { server, client, learned } = await startPair((seen, response) => {
    const list = ['news', 'offers'][(JSON.parse(seen.body) as { page: number }).page]
    json(response, { unsubscribers: list === undefined ? [] : [{ email: 'a@x.org', list }], total: 2 })
  })
  await client.blacklists.list({ type: 'unsubscribers', page: 1, pageSize: 1 })
  expect(learned.at(-1)?.firstPage).toBe(0)
  expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toMatchObject({ page: 0 })
})

test('calls that begin together find out once whether pages start at 0 or 1', async () => {
  const { server, client } = await startPair((seen, response) => {
    const { page } = JSON.parse(seen.body) as { page: number }
    if (page === 0) json(response, {}, 400)
    else json(response, { messages: [{ id: page }], total: 9 })
  })
  const given = new AbortController()
  const first = client.statistics.messages({ page: 1, pageSize: 10 }, { signal: given.signal })
  const others = [2, 3, 4].map((page) => client.statistics.messages({ page, pageSize: 10 }))
  given.abort()
  await expect(first).rejects.toMatchObject({ code: 'aborted' })
  const found = await Promise.all(others)
  expect(found.map(({ items }) => items.map(({ id }) => id))).toEqual([['2'], ['3'], ['4']])
  const again = await Promise.all([5, 6].map((page) => client.statistics.messages({ page, pageSize: 10 })))
  expect(again.map(({ items }) => items.length)).toEqual([1, 1])
  const asked = server.seen.map(({ body }) => (JSON.parse(body) as { page: number }).page)
  // At most one extra call, because the first was cancelled.
  expect(asked.filter((page) => page === 0).length).toBeLessThanOrEqual(2)
  expect(asked.slice(-2).sort()).toEqual([5, 6])
})

test('dates are sent in the account’s form, cut to seconds', async () => {
  const filter = { dateBegin: 1_700_000_000_999, dateEnd: 1_700_000_001_000, tags: [], froms: ['a@x.org'] }
  const sent = async (dateForm: 'documented' | 'epoch' | 'iso'): Promise<unknown[]> => {
    const { server, client } = await startPair((_seen, response) => json(response, []), {
      profileChanges: { dateForm },
    })
    await client.statistics.messages(filter)
    await client.statistics.tags(filter)
    return server.seen.map(({ body }) => JSON.parse(body) as unknown)
  }
  const epoch = { dateBegin: 1_700_000_000, dateEnd: 1_700_000_001, froms: ['a@x.org'] }
  const iso = { dateBegin: '2023-11-14T22:13:20', dateEnd: '2023-11-14T22:13:21', froms: ['a@x.org'] }
  expect(await sent('documented')).toEqual([iso, epoch])
  expect(await sent('epoch')).toEqual([epoch, epoch])
  expect(await sent('iso')).toEqual([iso, iso])
})

test('a probe calls only the listed operations, and infers the ones it must not call', async () => {
  const { server, client, learned } = await startPair((seen, response) => {
    if (seen.url === '/v1/settings/domains') json(response, [{ id: 1, sending: 'x.org' }])
    else if (seen.url === '/v1/settings/domains/x.org') json(response, { id: 1, sending: 'x.org' })
    else if (seen.url === '/v1/settings/templates/list') json(response, [])
    else if (seen.url === '/v1/blacklists/list') json(response, { bounces: [{ email: 'a@x.org', date: 1 }] })
    else if (seen.url.startsWith('/v1/blacklists/bounces/')) json(response, {}, 404)
    else if (seen.url === '/v1/users') json(response, {}, 503)
    else json(response, {}, 404)
  })
  expect(await client.probe()).toEqual({
    'GET /settings/domains': 'yes',
    'GET /settings/domains/{sending}': 'yes',
    'GET /settings/domains/{sending}/test': 'inferred',
    'GET /settings/templates/list': 'yes',
    'GET /settings/templates/{id}': 'unknown',
    'POST /settings/templates': 'inferred',
    'GET /blacklists/{type}/{email}': 'no',
    'DELETE /blacklists/{type}/{email}': 'no',
    'POST /blacklists': 'no',
    'GET /users': 'unknown',
    'GET /account': 'no',
  })
  expect(learned.at(-1)?.abilities).toMatchObject({ 'GET /account': 'no' })
  expect(new Set(server.seen.map(({ method, url }) => `${method} ${url}`))).toEqual(
    new Set([
      'GET /v1/settings/domains',
      'GET /v1/settings/domains/x.org',
      'GET /v1/settings/templates/list',
      'GET /v1/users',
      'GET /v1/account',
      'POST /v1/blacklists/list',
      'GET /v1/blacklists/bounces/a%40x.org',
    ]),
  )
})

const found: Record<string, AbilityState> = {
  'GET /settings/domains': 'yes',
  'GET /settings/domains/{sending}': 'yes',
  'GET /settings/templates/list': 'yes',
  'GET /settings/templates/{id}': 'yes',
  'GET /users': 'yes',
  'GET /account': 'yes',
  'GET /blacklists/{type}/{email}': 'yes',
}

test.each([
  ['a service that is down', 503, {}, 'service-error'],
  ['a key that is unknown', 401, {}, 'wrong-credentials'],
  ['a key that is disabled', 403, { error: 'The key is disabled.' }, 'key-disabled'],
  ['a key that is refused everywhere', 403, {}, 'forbidden'],
  ['a service of another kind', 200, { error: 'no' }, 'unexpected-answer'],
])('a probe of %s fails, and the known abilities stay', async (_name, status, body, code) => {
  const { client, learned } = await startPair((_seen, response) => json(response, body, status))
  learned.push({ abilities: found, probedAt: 1 })
  await expect(client.probe()).rejects.toMatchObject({ code })
  expect(learned).toHaveLength(2)
  expect(client.connection()).toBe(status === 503 || status === 200 ? 'online' : 'refused')
})

test('abilities that a probe could not ask about stay as they were, and a forbidden operation is no refused key', async () => {
  const { client, learned } = await startPair((seen, response) => {
    if (seen.url === '/v1/users') setTimeout(() => json(response, {}, 403), 20)
    else if (seen.url === '/v1/account') json(response, {}, 502)
    else json(response, [])
  })
  learned.push({ abilities: found, probedAt: 1 })
  expect(await client.probe()).toMatchObject({
    ...found,
    'GET /users': 'no',
    'DELETE /blacklists/{type}/{email}': 'inferred',
  })
  expect(client.connection()).toBe('online')
})

test('abilities that an earlier version kept as capabilities are still known', () => {
  expect(learnedFile.parse({ capabilities: found, probedAt: 1 })).toEqual({ abilities: found, probedAt: 1 })
  expect(learnedFile.parse({ abilities: found, probedAt: 1 })).toEqual({ abilities: found, probedAt: 1 })
})
