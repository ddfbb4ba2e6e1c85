import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'
import { createRetryBudget, readRetryAfter } from './retry.ts'
import { hastyClock, json, makeClient, realClock, serve } from './test-support.ts'
import type { Seen } from './test-support.ts'
import type { CapabilityState, ServiceClient } from './index.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close()
})

async function start(answer: Parameters<typeof serve>[0], changes: Parameters<typeof makeClient>[1] = {}) {
  const server = await serve(answer)
  const clock = hastyClock(10_000)
  const made = makeClient(server.url, { clock, deadlines: { retryAfter: 9000 }, ...changes })
  open.push(server, made.client)
  return { server, clock, ...made }
}

const harmless: [string, (client: ServiceClient) => Promise<unknown>, unknown][] = [
  ['statistics.messages', (client) => client.statistics.messages({}), { messages: [] }],
  ['statistics.message', (client) => client.statistics.message('1'), { messageId: '1' }],
  ['statistics.recipient', (client) => client.statistics.recipient('a@x.org'), {}],
  ['statistics.domains', (client) => client.statistics.domains({}), {}],
  ['statistics.tags', (client) => client.statistics.tags({}), {}],
  ['statistics.activities', (client) => client.statistics.activities({}), {}],
  ['statistics.bounces', (client) => client.statistics.bounces({}), {}],
  ['statistics.emailPlatforms', (client) => client.statistics.emailPlatforms('all', {}), {}],
  ['statistics.localisations', (client) => client.statistics.localisations({}), []],
  ['settings.apiKeys', (client) => client.settings.apiKeys(), []],
  ['blacklists.list', (client) => client.blacklists.list({ type: 'bounces' }), { bounces: [] }],
  ['users.get', (client) => client.users.get('1'), { id: 1 }],
  [
    'exports.all',
    async (client) => {
      for await (const _batch of (await client.exports.all('json', {})).records());
    },
    [],
  ],
]

test.each(harmless)('%s is asked again after a bad moment', async (operation, ask, good) => {
  const { server, client, options } = await start((_seen, response, count) => {
    if (count === 1) response.destroy()
    else if (count === 2) json(response, {}, 503)
    else json(response, good)
  })
  await ask(client)
  expect(server.seen).toHaveLength(3)
  expect(options.callLog.entries()).toMatchObject([{ operation, retries: 2, status: 200, errorCode: null }])
})

test('what the service refused is not asked again', async () => {
  const { server, client } = await start((_seen, response) => json(response, {}, 404))
  await expect(client.users.get('1')).rejects.toMatchObject({ code: 'not-found' })
  expect(server.seen).toHaveLength(1)
})

test('three retries are enough, and the budget of a minute ends them earlier', async () => {
  const { server, client } = await start((_seen, response) => json(response, {}, 500), {
    limits: { retriesPerMinute: 5 },
  })
  await expect(client.users.get('1')).rejects.toMatchObject({ code: 'service-error' })
  expect(server.seen).toHaveLength(4)
  await expect(client.users.get('1')).rejects.toMatchObject({ code: 'service-error' })
  expect(server.seen).toHaveLength(7)
  let now = 0
  const budget = createRetryBudget(60, { ...realClock, now: () => now })
  for (let taken = 0; taken < 60; taken += 1) expect(budget.take()).toBe(true)
  expect(budget.take()).toBe(false)
  now = 1000
  expect([budget.take(), budget.take()]).toEqual([true, false])
})

describe('too many calls', () => {
  test('Retry-After is honoured, in seconds and as a date of the service’s own clock', async () => {
    const { client, clock } = await start((_seen, response, count) => {
      if (count === 1) json(response, {}, 429, { 'retry-after': '7' })
      else json(response, { id: 1 })
    })
    await client.users.get('1')
    expect(Math.max(...clock.slept)).toBeGreaterThanOrEqual(7000 - 100)
    const date = new Date(1_000_000).toUTCString()
    const later = new Date(1_030_000).toUTCString()
    expect(readRetryAfter({ 'retry-after': later, date }, 99_999_999_999)).toBe(30_000)
    expect(readRetryAfter({ 'retry-after': later }, 1_010_000)).toBe(20_000)
    expect(readRetryAfter({ 'retry-after': 'soon' }, 0)).toBeNull()
  })

  test('a wait longer than the cap is told, unless the caller is patient', async () => {
    const answer = (_seen: Seen, response: Parameters<typeof json>[0], count: number): void => {
      if (count <= 2) json(response, {}, 429, { 'retry-after': '3600' })
      else json(response, { id: 1 })
    }
    const { server, client } = await start(answer)
    await expect(client.users.get('1')).rejects.toMatchObject({
      code: 'rate-limited',
      details: { retryAfter: 3_600_000 },
    })
    expect(server.seen).toHaveLength(1)
    await expect(client.users.get('1', { patient: true })).resolves.toMatchObject({ id: '1' })
  })

  test('whoever asks next waits as long', async () => {
    const { client, clock } = await start((_seen, response, count) => {
      if (count === 1) json(response, {}, 429, { 'retry-after': '7' })
      else json(response, { id: 1 })
    })
    await expect(client.settings.addApiKey({ description: 'new' })).rejects.toMatchObject({ code: 'rate-limited' })
    expect(clock.slept).toEqual([])
    await client.users.get('1')
    expect(Math.max(...clock.slept)).toBeGreaterThanOrEqual(7000 - 100)
  })

  test('the account slows down and recovers', () => {
    let now = 0
    const due: (() => void)[] = []
    const limiter = createLimiter(8, {
      now: () => now,
      after: (_delay, callback) => {
        due.push(callback)
        return { cancel: () => undefined }
      },
    })
    const started: number[] = []
    const enter = (id: number): void => {
      const waiting = limiter.enter(undefined)
      if (waiting === null) started.push(id)
      else void waiting.then(() => started.push(id))
    }
    for (let id = 0; id < 8; id += 1) enter(id)
    expect(started).toHaveLength(8)
    limiter.slowDown(1000)
    for (let id = 0; id < 8; id += 1) limiter.leave()
    enter(8)
    expect(started).toHaveLength(8)
    expect(due).toHaveLength(1)
    now = 1000
    due.shift()?.()
    return Promise.resolve().then(() => {
      expect(started).toContain(8)
      for (let success = 0; success < 200; success += 1) limiter.answered()
      limiter.leave()
      now = 100_000
      for (let id = 10; id < 18; id += 1) enter(id)
      expect(started).toHaveLength(17)
    })
  })
})

test('a clock that is set back does not stop the account, and the service’s own clock is known', async () => {
  let now = 1e12
  const limiter = createLimiter(1, { ...realClock, now: () => now })
  limiter.slowDown(60_000)
  now -= 86_400_000
  expect(limiter.enter(undefined)).toBeNull()

  const { client } = await start((_seen, response) =>
    json(response, { id: 1 }, 200, { date: new Date(Date.now() + 3_600_000).toUTCString() }),
  )
  expect(client.clockSkew()).toBe(0)
  await client.users.get('1')
  expect(Math.round(client.clockSkew() / 60_000)).toBe(60)
})

describe('offline', () => {
  test('patient reads wait and resume by themselves, others and effects fail at once', async () => {
    const port = await freePort()
    const states: string[] = []
    const { client } = makeClient(`http://127.0.0.1:${port}/v1`)
    open.push(client)
    client.onConnection((state) => states.push(state))
    const waiting = [1, 2, 3].map(() => client.users.get('1', { patient: true }))
    await expect.poll(() => client.connection()).toBe('offline')
    await expect(client.users.get('1')).rejects.toMatchObject({ code: 'connection-refused' })
    await expect(client.settings.addApiKey({ description: 'x' }, { patient: true })).rejects.toMatchObject({
      code: 'connection-refused',
    })
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n{"id":1}'))
    })
    server.listen(port, '127.0.0.1')
    open.unshift({
      close: async () => {
        server.close()
        await once(server, 'close')
      },
    })
    expect(await Promise.all(waiting)).toHaveLength(3)
    expect(states).toEqual(['offline', 'online'])
  })

  test('a patient read can be cancelled, and ends when the account is closed', async () => {
    const { client } = makeClient(`http://127.0.0.1:${await freePort()}/v1`)
    const stop = new AbortController()
    const cancelled = client.users.get('1', { patient: true, signal: stop.signal })
    const closed = client.users.get('1', { patient: true })
    const outcomes = Promise.allSettled([cancelled, closed])
    await expect.poll(() => client.connection()).toBe('offline')
    stop.abort()
    await expect(cancelled).rejects.toMatchObject({ code: 'aborted' })
    await client.close()
    await expect(closed).rejects.toMatchObject({ code: 'client-closed' })
    await outcomes
  })

  test('a refused key is a state of its own', async () => {
    const { client } = await start((_seen, response, count) => json(response, { id: 1 }, count === 1 ? 401 : 200))
    await expect(client.users.get('1')).rejects.toMatchObject({ code: 'wrong-credentials' })
    expect(client.connection()).toBe('refused')
    await client.users.get('1')
    expect(client.connection()).toBe('online')
  })
})

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('what an account turned out to speak', () => {
  const isPath = (seen: Seen): boolean => seen.url.startsWith('/v1/blacklists/list/')

  test.each([
    [404, 'path'],
    [405, 'path'],
  ])('blacklists by path after a %i, remembered', async (status, form) => {
    const { server, client, learned } = await start((seen, response) =>
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

  test('what was learned and is refused by now is learned anew, and kept where the other form is refused too', async () => {
    let speaks: 'now' | 'not at all' = 'now'
    const { server, client, learned } = await start((seen, response) => {
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
    // A delta moves the mark of the service: it is not asked in another way than the one that is known.
    await expect(client.exports.delta('json', {})).rejects.toMatchObject({ code: 'not-allowed' })
    expect(server.seen).toHaveLength(9)
  })

  test('a blacklist that neither form finds is the first form’s error, and nothing is learned', async () => {
    const { client, learned } = await start((seen, response) => json(response, {}, isPath(seen) ? 405 : 404))
    await expect(client.blacklists.list({ type: 'bounces' })).rejects.toMatchObject({ code: 'not-found' })
    expect(learned).toEqual([{}])
  })

  test.each([
    ['counts from 1 and refuses 0', (page: number) => (page === 0 ? null : [page]), 1, 2],
    ['counts from 1 and takes 0 for 1', (page: number) => [Math.max(1, page)], 1, 2],
    ['counts from 1 and gives nothing for 0', (page: number) => (page === 0 ? [] : [page]), 1, 2],
    ['counts from 0', (page: number) => [page], 0, 1],
    ['counts from 0 and has one page', (page: number) => (page === 0 ? [0] : []), 0, 1],
    ['has nothing', () => [], undefined, 2],
  ])('a service that %s', async (_name, pages, firstPage, second) => {
    const { server, client, learned } = await start((seen, response) => {
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

  test('calls that begin side by side find out once from where the service counts', async () => {
    const { server, client } = await start((seen, response) => {
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
    // Once in vain, for the first was cancelled.
    expect(asked.filter((page) => page === 0).length).toBeLessThanOrEqual(2)
    expect(asked.slice(-2).sort()).toEqual([5, 6])
  })

  test('dates are sent in the account’s form, cut to seconds', async () => {
    const filter = { dateBegin: 1_700_000_000_999, dateEnd: 1_700_000_001_000, tags: [], froms: ['a@x.org'] }
    const sent = async (dateForm: 'documented' | 'epoch' | 'iso'): Promise<unknown[]> => {
      const { server, client } = await start((_seen, response) => json(response, {}), { profileChanges: { dateForm } })
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

  test('a probe asks the listed operations alone, and infers what it must not call', async () => {
    const { server, client, learned } = await start((seen, response) => {
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
    expect(learned.at(-1)?.capabilities).toMatchObject({ 'GET /account': 'no' })
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

  const found: Record<string, CapabilityState> = {
    ...{ 'GET /settings/domains': 'yes', 'GET /settings/domains/{sending}': 'yes' },
    ...{ 'GET /settings/templates/list': 'yes', 'GET /settings/templates/{id}': 'yes', 'GET /users': 'yes' },
    ...{ 'GET /account': 'yes', 'GET /blacklists/{type}/{email}': 'yes' },
  }

  test.each([
    ['a service that is down', 503, {}, 'service-error'],
    ['a key that is unknown', 401, {}, 'wrong-credentials'],
    ['a key that is disabled', 403, { error: 'The key is disabled.' }, 'key-disabled'],
    ['a key that is refused everywhere', 403, {}, 'forbidden'],
  ])('a probe of %s fails, and what was known stays', async (_name, status, body, code) => {
    const { client, learned } = await start((_seen, response) => json(response, body, status))
    learned.push({ capabilities: found, probedAt: 1 })
    await expect(client.probe()).rejects.toMatchObject({ code })
    expect(learned).toHaveLength(2)
    expect(client.connection()).toBe(status === 503 ? 'online' : 'refused')
  })

  test('what a probe could not ask this time is as it was, and an operation that is withheld is no refused key', async () => {
    const { client, learned } = await start((seen, response) => {
      if (seen.url === '/v1/users') setTimeout(() => json(response, {}, 403), 20)
      else if (seen.url === '/v1/account') json(response, {}, 502)
      else json(response, [])
    })
    learned.push({ capabilities: found, probedAt: 1 })
    expect(await client.probe()).toMatchObject({
      ...found,
      ...{ 'GET /users': 'no', 'DELETE /blacklists/{type}/{email}': 'inferred' },
    })
    expect(client.connection()).toBe('online')
  })
})
