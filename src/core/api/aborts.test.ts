import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Dispatcher } from 'undici'
import { AppError } from '#shared/contract/base/error.ts'
import type { CallOptions, ServiceClient, ServiceClientOptions } from './index.ts'
import { Transport } from './http/transport.ts'
import { defaultDeadlines, defaultLimits } from './options/options.ts'
import { json, makeClient, serve } from '#test/support/api-client.ts'
import { ManualClock } from '#test/support/manual-clock.ts'

const open: { close(): Promise<void> }[] = []
const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)

beforeEach(() => {
  unhandled.length = 0
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
})
afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close()
  // Node reports a rejection without a handler once all promises of the turn are settled.
  await nextTurn()
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
  expect(unhandled).toEqual([])
})

function clientOf(url: string, changes: Partial<ServiceClientOptions> = {}) {
  const made = makeClient(url, { limits: { retriesPerMinute: 0, concurrency: 1, streams: 1 }, ...changes })
  open.push(made.client)
  return made
}

async function service() {
  const server = await serve((_seen, response) => json(response, []))
  open.push(server)
  return server
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'went well',
    (thrown: unknown) => (thrown instanceof AppError ? thrown.code : String(thrown)),
  )
}

const ways: [string, (client: ServiceClient, options?: CallOptions) => Promise<unknown>][] = [
  ['a call', (client, options) => client.settings.apiKeys(options)],
  ['an export', async (client, options) => (await client.exports.all('json', {}, options)).cancel()],
]

describe.each(ways)('%s that is given up', (_name, call) => {
  test('while the key is still being asked for ends at once, and nothing is sent', async () => {
    const server = await service()
    const key = Promise.withResolvers<string>()
    const keys = [key.promise, Promise.resolve('k')]
    const { client } = clientOf(server.url, { key: () => keys.shift()! })
    const stop = new AbortController()
    const ended = codeOf(call(client, { signal: stop.signal }))
    await nextTurn()
    stop.abort()
    expect(await ended).toBe('aborted')
    key.resolve('late')
    await nextTurn()
    expect(server.seen).toEqual([])
    // The aborted call’s place is free again.
    expect(await codeOf(call(client))).toBe('went well')
  })

  test.each(['before', 'after'])('%s a missing key is reported', async (order) => {
    const key = Promise.withResolvers<string>()
    const { client } = clientOf((await service()).url, { key: () => key.promise })
    const stop = new AbortController()
    const missing = new AppError('key-missing', 'There is no key for this account.')
    const ended = codeOf(call(client, { signal: stop.signal }))
    await nextTurn()
    if (order === 'after') key.reject(missing)
    stop.abort()
    if (order === 'before') key.reject(missing)
    expect(await ended).toBe(order === 'before' ? 'aborted' : 'key-missing')
  })

  test('by its deadline while the key is still being asked for says nothing about the service', async () => {
    const { client } = clientOf((await service()).url, {
      key: () => new Promise(() => undefined),
      deadlines: { key: 20 },
    })
    expect(await codeOf(call(client))).toBe('key-timed-out')
    expect(client.connection()).toBe('unknown')
  })

  test('by nobody while the user takes longer for the key than the service may take', async () => {
    const key = Promise.withResolvers<string>()
    const clock = new ManualClock(0)
    const { client } = clientOf((await service()).url, {
      clock,
      key: () => key.promise,
      deadlines: { attempt: 1000, streamStart: 1000 },
    })
    const ended = codeOf(call(client))
    await nextTurn()
    clock.advance(2000)
    key.resolve('k')
    expect(await ended).toBe('went well')
    expect(client.connection()).toBe('online')
  })

  test('before it began', async () => {
    const { client } = clientOf((await service()).url)
    expect(await codeOf(call(client, { signal: AbortSignal.abort() }))).toBe('aborted')
    // The aborted call took no place in the queue.
    expect(await codeOf(call(client))).toBe('went well')
  })

  test('before it began does not wait in line', async () => {
    const { client } = clientOf((await service()).url, { key: () => new Promise(() => undefined) })
    const holder = codeOf(call(client))
    expect(await codeOf(call(client, { signal: AbortSignal.abort() }))).toBe('aborted')
    await client.close()
    expect(await holder).toBe('client-closed')
  })

  test('while its host is being looked up', async () => {
    const { client } = clientOf('http://no-such-host.invalid/v1')
    const stop = new AbortController()
    const ended = codeOf(call(client, { signal: stop.signal }))
    await Promise.resolve()
    await Promise.resolve()
    stop.abort()
    expect(await ended).toBe('aborted')
  })

  test('by its client, which closes while the key is still being asked for', async () => {
    const key = Promise.withResolvers<string>()
    const { client } = clientOf((await service()).url, { key: () => key.promise })
    const ended = codeOf(call(client))
    await nextTurn()
    await client.close()
    expect(await ended).toBe('client-closed')
    key.reject(new Error('the keychain went away'))
  })
})

/** Begins its response and breaks it off before anything else runs. */
class BreakingPool extends Dispatcher {
  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const controller = {} as Dispatcher.DispatchController
    handler.onRequestStart?.(controller, {})
    handler.onResponseStart?.(controller, 200, {}, 'OK')
    handler.onResponseError?.(controller, Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    return true
  }
}

test('an export that breaks as it begins ends with its failure and frees its place', async () => {
  const { options } = clientOf('http://127.0.0.1:1/v1')
  const base = new URL(options.profile.baseUrl)
  const pool = { ready: () => Promise.resolve(new BreakingPool()), destroy: () => Promise.resolve() }
  const transport = new Transport({
    base,
    pool,
    client: options,
    deadlines: defaultDeadlines,
    limits: defaultLimits,
  })
  const entry = { operation: 'x', startedAt: 0, milliseconds: 0, status: null, bytes: 0, retries: 0, errorCode: null }
  let ends = 0
  const request = { operation: 'settings.apiKeys', method: 'GET', path: '/x' } as const
  const given = await transport.open({ request, signal: undefined, entry, onEnd: () => (ends += 1) })
  expect(given).toMatchObject({ error: { code: 'connection-cut' }, started: true })
  expect(ends).toBe(1)
})

describe('the log', () => {
  function logging() {
    const levels: string[] = []
    return { levels, logger: { log: (level: string) => void levels.push(level) } }
  }

  test('does not warn of calls that were cancelled or answered with a refusal', async () => {
    const { levels, logger } = logging()
    const server = await serve((seen, response) => {
      if (seen.url.startsWith('/v1/blacklists/')) json(response, {}, 404)
      else if (seen.body.includes('"page":0')) json(response, {}, 400)
      else json(response, [])
    })
    open.push(server)
    const { client } = clientOf(server.url, { logger })
    expect(await client.extras.blacklisted('bounces', 'a@x.org')).toBe(null)
    await client.statistics.messages({ page: 1 })
    await codeOf(client.settings.apiKeys({ signal: AbortSignal.abort() }))
    expect(levels).toEqual(['debug', 'debug', 'debug'])
  })

  test('warns of other refusals', async () => {
    const { levels, logger } = logging()
    const server = await serve((_seen, response) => json(response, {}, 404))
    open.push(server)
    expect(await codeOf(clientOf(server.url, { logger }).client.settings.apiKeys())).toBe('not-found')
    expect(levels).toEqual(['warn'])
  })
})

test('an export in a compression that was not asked for is refused', async () => {
  const server = await serve((_seen, response) => {
    response.writeHead(200, { 'content-encoding': 'zstd' })
    const fill = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(100_000)));
    }
    response.on('drain', fill)
    fill()
  })
  open.push(server)
  const { client } = clientOf(server.url)
  expect(await codeOf(client.exports.all('csv', {}))).toBe('malformed-answer')
  await expect.poll(() => server.sockets()).toBe(0)
})
