import net from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Limiter } from './calls/limiter.ts'
import { RetryBudget } from './calls/retry.ts'
import { readRetryAfter } from './http/retry-after.ts'
import { json, makeClient, startPair } from '#test/support/api-client.ts'
import { holdPort } from '#test/support/connections/held-port.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import type { Seen } from '#test/support/api-client.ts'
import type { ServiceClient } from './index.ts'

const start = (answer: Parameters<typeof startPair>[0], changes: Parameters<typeof startPair>[1] = {}) =>
  startPair(answer, { deadlines: { retryAfter: 9000 }, ...changes })

const harmless: [string, (client: ServiceClient) => Promise<unknown>, unknown][] = [
  ['statistics.messages', (client) => client.statistics.messages({}), { messages: [] }],
  ['statistics.message', (client) => client.statistics.message('1'), { messageId: '1' }],
  ['statistics.recipient', (client) => client.statistics.recipient('a@x.org'), { requested: 0 }],
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

test.each(harmless)('%s is retried after a temporary failure', async (operation, ask, good) => {
  const { server, client, options } = await start((_seen, response, count) => {
    if (count === 1) response.destroy()
    else if (count === 2) json(response, {}, 503)
    else json(response, good)
  })
  await ask(client)
  expect(server.seen).toHaveLength(3)
  expect(options.callLog.entries()).toMatchObject([{ operation, retries: 2, status: 200, errorCode: null }])
})

test('a refused call is not retried', async () => {
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
  const clock = new ManualClock(0)
  const budget = new RetryBudget(60, clock)
  for (let taken = 0; taken < 60; taken += 1) expect(budget.take()).toBe(true)
  expect(budget.take()).toBe(false)
  clock.advance(1000)
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

  test('a wait that is too long is reported, unless the caller is patient', async () => {
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

  test('the next call waits as long', async () => {
    const { client, clock } = await start((_seen, response, count) => {
      if (count === 1) json(response, {}, 429, { 'retry-after': '7' })
      else json(response, { id: 1 })
    })
    await expect(client.settings.addApiKey({ description: 'new' })).rejects.toMatchObject({ code: 'rate-limited' })
    expect(clock.slept).toEqual([])
    await client.users.get('1')
    expect(Math.max(...clock.slept)).toBeGreaterThanOrEqual(7000 - 100)
  })

  test('no wait outlives the moment until which a call may begin, and a try that has begun does', async () => {
    const clock = new ManualClock(0)
    const answers: (() => void)[] = []
    const { server, client } = await start(
      (_seen, response, count) => {
        if (count === 1) json(response, {}, 429, { 'retry-after': '7' })
        else answers.push(() => json(response, { id: 1 }))
      },
      { clock },
    )
    await expect(client.settings.addApiKey({ description: 'new' })).rejects.toMatchObject({ code: 'rate-limited' })
    const halt = new AbortController()
    const waiting = client.settings.addApiKey({ description: 'new' }, { beginsUntil: halt.signal })
    halt.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
    clock.advance(8000)
    const later = new AbortController()
    const running = client.users.get('1', { beginsUntil: later.signal })
    await expect.poll(() => answers.length).toBe(1)
    later.abort()
    answers[0]!()
    await expect(running).resolves.toMatchObject({ id: '1' })
    expect(server.seen).toHaveLength(2)
  })

  test('the account slows down and recovers', async () => {
    const clock = new ManualClock(0)
    const limiter = new Limiter(8, clock)
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
    expect(clock.waiting).toBe(1)
    clock.advance(1000)
    await Promise.resolve()
    expect(started).toContain(8)
    for (let success = 0; success < 200; success += 1) limiter.speedUp()
    limiter.leave()
    clock.set(100_000)
    for (let id = 10; id < 18; id += 1) enter(id)
    expect(started).toHaveLength(17)
  })
})

test('a clock that is set back does not stop the account, and the service’s own clock is known', async () => {
  const clock = new ManualClock(1e12)
  const limiter = new Limiter(1, clock)
  limiter.slowDown(60_000)
  clock.set(1e12 - 86_400_000)
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
    const { port, listen } = holdPort()
    const states: string[] = []
    const { client } = makeClient(`http://127.0.0.1:${port}/v1`)
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n{"id":1}'))
    })
    onTestFinished(async () => {
      await client.close()
      server.close()
    })
    client.onConnection((state) => states.push(state))
    const waiting = [1, 2, 3].map(() => client.users.get('1', { patient: true }))
    await expect.poll(() => client.connection()).toBe('offline')
    await expect(client.users.get('1')).rejects.toMatchObject({ code: 'connection-refused' })
    await expect(client.settings.addApiKey({ description: 'x' }, { patient: true })).rejects.toMatchObject({
      code: 'connection-refused',
    })
    listen(server)
    expect(await Promise.all(waiting)).toHaveLength(3)
    expect(states).toEqual(['offline', 'online'])
  })

  test('a patient read can be cancelled, and ends when the account is closed', async () => {
    const { client } = makeClient(`http://127.0.0.1:${holdPort().port}/v1`)
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
