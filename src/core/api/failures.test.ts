import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { ServiceClientOptions } from './index.ts'
import {
  authority,
  expiredCertificate,
  otherHostCertificate,
  privateKey,
  selfSignedCertificate,
  validCertificate,
} from '#test/support/certificates.ts'
import { json, makeClient, serve, testKey } from '#test/support/api-client.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close()
})

const hasty = { limits: { retriesPerMinute: 0 } }

function clientOf(url: string, changes: Partial<ServiceClientOptions> = {}) {
  const made = makeClient(url, { ...hasty, ...changes })
  open.push(made.client)
  return made
}

async function failureOf(url: string, changes: Partial<ServiceClientOptions> = {}): Promise<AppError> {
  return rejected(clientOf(url, changes).client.settings.apiKeys())
}

async function rejected(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => {
      throw new Error('the call went well')
    },
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  expect(JSON.stringify((error as AppError).toJSON())).not.toContain(testKey)
  return error as AppError
}

async function answering(...args: Parameters<typeof serve>): Promise<string> {
  const server = await serve(...args)
  open.push(server)
  return server.url
}

/** A server below HTTP: what it writes is what the client gets. */
async function raw(handle: (socket: net.Socket) => void, host = '127.0.0.1'): Promise<string> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    handle(socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  open.push({
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/v1`
}

async function withCertificate(cert: string): Promise<string> {
  const server = https.createServer({ key: privateKey, cert }, (_request, response) => json(response, []))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
  return `https://localhost:${(server.address() as AddressInfo).port}/v1`
}

describe('the way there', () => {
  test('an unknown host is named, and the account is offline', async () => {
    const { client } = clientOf('http://no-such-host.invalid/v1')
    const error = await rejected(client.settings.apiKeys())
    expect(error).toMatchObject({ code: 'host-unknown', message: expect.stringContaining('no-such-host.invalid') })
    expect(client.connection()).toBe('offline')
  })

  test('nobody listens', async () => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    expect(await failureOf(`http://127.0.0.1:${port}/v1`)).toMatchObject({ code: 'connection-refused' })
  })

  test('IPv6 alone is enough', async () => {
    const url = await answering((_seen, response) => json(response, []), '::1')
    await expect(clientOf(url).client.settings.apiKeys()).resolves.toEqual({ items: [], problems: [] })
  })

  test.each([
    ['tls-self-signed', selfSignedCertificate, []],
    ['tls-self-signed', validCertificate, []],
    ['tls-expired', expiredCertificate, [authority]],
    ['tls-name-mismatch', otherHostCertificate, [authority]],
  ])('%s', async (code, certificate, extraCa) => {
    const error = await failureOf(await withCertificate(certificate), { network: { extraCa } })
    expect(error).toMatchObject({ code, retryable: false, message: expect.stringContaining('the key was not sent') })
  })

  test('an additional authority is trusted', async () => {
    const { client } = clientOf(await withCertificate(validCertificate), { network: { extraCa: [authority] } })
    await expect(client.settings.apiKeys()).resolves.toMatchObject({ items: [] })
    const error = await Promise.resolve()
      .then(() => makeClient('https://localhost/v1', { network: { extraCa: ['not a certificate'] } }))
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'invalid-certificate' })
  })

  test('plain HTTP where TLS was meant', async () => {
    const url = (await answering((_seen, response) => json(response, []))).replace('http:', 'https:')
    expect(await failureOf(url)).toMatchObject({ code: 'tls-failed' })
  })

  test('never an answer', async () => {
    const url = await raw(() => undefined)
    expect(await failureOf(url, { deadlines: { attempt: 50 } })).toMatchObject({ code: 'timeout', retryable: true })
  })

  test('closed without an answer', async () => {
    const url = await raw((socket) => socket.once('data', () => socket.destroy()))
    expect(await failureOf(url)).toMatchObject({ code: 'connection-cut', retryable: true })
  })

  test('not HTTP at all', async () => {
    const url = await raw((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')))
    expect(await failureOf(url)).toMatchObject({ code: 'malformed-answer' })
  })
})

describe('answers', () => {
  test.each([
    [400, { error: 'page is wrong' }, 'invalid-request'],
    [401, { message: 'who?' }, 'wrong-credentials'],
    [403, { error: 'The key is disabled.', code: 'key-disabled' }, 'key-disabled'],
    [403, { error: 'Your IP address is not allowed.', code: 'ip-not-allowed' }, 'ip-not-allowed'],
    [403, 'no', 'forbidden'],
    [404, {}, 'not-found'],
    [405, {}, 'not-allowed'],
    [409, {}, 'conflict'],
    [413, {}, 'too-large'],
    [415, {}, 'unsupported-type'],
    [418, {}, 'unexpected-status'],
    [429, {}, 'rate-limited'],
    [500, { error: { message: 'deep down' } }, 'service-error'],
    [503, '<html>down</html>', 'service-error'],
  ])('status %i with %j is %s', async (status, body, code) => {
    const url = await answering((_seen, response) => json(response, body, status, { 'x-request-id': 'r-1' }))
    const error = await failureOf(url)
    expect(error).toMatchObject({ code, details: { status, requestId: 'r-1', operation: 'settings.apiKeys' } })
    expect(error.message).toMatch(/^[A-Z].*[.?]$/)
  })

  test('the service’s own sentence is quoted, at most 500 characters are kept, and never a key', async () => {
    const url = await answering((seen, response) =>
      json(
        response,
        { error: `no ${String(seen.headers['x-service-apikey'])}`, key: 'other-secret', more: 'x'.repeat(9999) },
        400,
      ),
    )
    const error = await failureOf(url)
    expect(error.message).toContain('The service says: no •••')
    expect(String(error.details.body).length).toBeLessThanOrEqual(500)
    expect(JSON.stringify(error.toJSON())).not.toContain('other-secret')
  })

  test('a sentence that is ours already is said once', async () => {
    const url = await answering((_seen, response) => json(response, { error: 'This key is disabled' }, 403))
    expect((await failureOf(url)).message).toBe('This key is disabled.')
  })

  test('a redirect to another host is refused, and the key does not go there', async () => {
    const elsewhere = await serve((_seen, response) => json(response, []))
    open.push(elsewhere)
    const url = await answering((_seen, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/settings/apikeys` }).end()
    })
    expect(await failureOf(url)).toMatchObject({ code: 'redirect-refused', details: { location: expect.any(String) } })
    expect(elsewhere.seen).toEqual([])
  })

  test('a web page with status 200', async () => {
    const url = await answering((_seen, response) => response.end('\n<!DOCTYPE html><title>Log in</title>'))
    expect(await failureOf(url)).toMatchObject({ code: 'not-json', message: expect.stringContaining('web page') })
  })

  test.each(['{"a":NaN}', 'true false', '[1,]', '{"a":1}}'])('malformed: %s', async (text) => {
    const url = await answering((_seen, response) => response.end(text))
    expect(await failureOf(url)).toMatchObject({ code: 'malformed-answer' })
  })

  test('JSON of another form', async () => {
    const url = await answering((_seen, response) => json(response, 'what?'))
    expect(await failureOf(url)).toMatchObject({ code: 'unexpected-answer', details: { body: '"what?"' } })
  })

  test('an answer without a length that breaks off is cut, not malformed', async () => {
    const body = JSON.stringify([{ id: 'k1', description: 'über' }])
    for (const length of [1, 5, 10, body.length - 1]) {
      const url = await raw((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${body.slice(0, length)}`)),
      )
      expect(await failureOf(url)).toMatchObject({ code: 'connection-cut' })
    }
  })

  test('fewer bytes than announced', async () => {
    const url = await raw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[]')),
    )
    expect(await failureOf(url)).toMatchObject({ code: 'connection-cut' })
  })

  test('a gzip bomb is refused, an honest gzip is read', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20))
    const good = gzipSync('[{"id":"k1"}]')
    const url = await answering((_seen, response, count) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(count === 1 ? bomb : good)
    })
    const { client } = clientOf(url, { limits: { ...hasty.limits, answerBytes: 8 * 1024 * 1024 } })
    expect(await rejected(client.settings.apiKeys())).toMatchObject({ code: 'answer-too-large' })
    await expect(client.settings.apiKeys()).resolves.toMatchObject({ items: [{ id: 'k1' }] })
  })

  test('broken and unknown compression', async () => {
    const url = await answering((_seen, response, count) => {
      response.writeHead(200, { 'content-encoding': count === 1 ? 'gzip' : 'lzma' }).end('not compressed')
    })
    const { client } = clientOf(url)
    expect(await rejected(client.settings.apiKeys())).toMatchObject({ code: 'malformed-answer' })
    expect(await rejected(client.settings.apiKeys())).toMatchObject({ code: 'malformed-answer' })
  })

  test('an endless answer is refused while it comes', async () => {
    const url = await raw((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n[')
        const fill = (): void => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0x20)));
        }
        socket.on('drain', fill)
        fill()
      })
    })
    expect(await failureOf(url, { limits: { ...hasty.limits, answerBytes: 1024 * 1024 } })).toMatchObject({
      code: 'answer-too-large',
    })
  })

  test('an answer of millions of values is refused before it is read', async () => {
    const values = JSON.stringify(Array.from({ length: 1_000_001 }, () => 0))
    const server = await serve((_seen, response) => response.end(values))
    open.push(server)
    expect(await failureOf(server.url)).toMatchObject({
      code: 'answer-too-large',
      message: expect.stringContaining('more than a million values'),
    })
  })

  test('headers of more than 16 KB', async () => {
    const url = await raw((socket) =>
      socket.once('data', () =>
        socket.end(`HTTP/1.1 200 OK\r\nx-big: ${'x'.repeat(32_768)}\r\ncontent-length: 2\r\n\r\n[]`),
      ),
    )
    expect(await failureOf(url)).toMatchObject({ code: 'header-too-large' })
  })
})

describe('around a call', () => {
  test('a key that cannot be read keeps its own error, and one with a line break is never sent', async () => {
    const server = await serve((_seen, response) => json(response, []))
    open.push(server)
    const locked = new AppError('keychain-locked', 'The keychain is locked.')
    expect(await failureOf(server.url, { key: () => Promise.reject(locked) })).toBe(locked)
    expect(await failureOf(server.url, { key: async () => 'a\r\nX-Evil: 1' })).toMatchObject({
      code: 'invalid-credentials',
    })
    expect(server.seen).toEqual([])
  })

  test('letters beyond ASCII travel as UTF-8', async () => {
    const server = await serve((_seen, response) => json(response, []))
    open.push(server)
    await clientOf(server.url, { key: async () => 'clé-€' }).client.settings.apiKeys()
    const received = String(server.seen[0]?.headers['x-service-apikey'])
    expect(Buffer.from(received, 'latin1').toString('utf8')).toBe('clé-€')
  })

  test('path parts are always encoded, and none can climb', async () => {
    const server = await serve((_seen, response) => json(response, { requested: 1 }))
    open.push(server)
    const { client } = clientOf(server.url)
    await client.statistics.recipient('a+b/c?d@x.org')
    expect(server.seen[0]?.url).toBe('/v1/statistics/recipient/a%2Bb%2Fc%3Fd%40x.org')
    for (const part of ['', '.', '..', '\ud800']) {
      await expect((async () => client.users.get(part))()).rejects.toMatchObject({ code: 'invalid-input' })
    }
    expect(server.seen).toHaveLength(1)
  })

  test('cancelling before, while waiting in line and during the answer', async () => {
    const url = await raw(() => undefined)
    const { client } = clientOf(url, { limits: { concurrency: 1 } })
    expect(await rejected(client.settings.apiKeys({ signal: AbortSignal.abort() }))).toMatchObject({ code: 'aborted' })
    const running = new AbortController()
    const waiting = new AbortController()
    const first = rejected(client.settings.apiKeys({ signal: running.signal }))
    const second = rejected(client.settings.apiKeys({ signal: waiting.signal }))
    waiting.abort()
    expect(await second).toMatchObject({ code: 'aborted' })
    running.abort()
    expect(await first).toMatchObject({ code: 'aborted' })
  })

  test('closing ends what runs and what waits, refuses what comes, and leaves no socket', async () => {
    const server = await serve(() => undefined)
    open.push(server)
    const { client } = clientOf(server.url, { limits: { concurrency: 1 } })
    const calls = [rejected(client.settings.apiKeys()), rejected(client.settings.apiKeys())]
    await expect.poll(() => server.seen.length).toBe(1)
    await client.close()
    for (const call of calls) expect(await call).toMatchObject({ code: 'client-closed' })
    expect(await rejected(client.settings.apiKeys())).toMatchObject({ code: 'client-closed' })
    await expect.poll(() => server.sockets()).toBe(0)
  })

  test('1,000 calls at once go through a few connections', async () => {
    let most = 0
    const server = await serve((_seen, response) => {
      most = Math.max(most, server.sockets())
      json(response, [])
    })
    open.push(server)
    const { client } = clientOf(server.url)
    await Promise.all(Array.from({ length: 1000 }, () => client.settings.apiKeys()))
    expect(server.seen).toHaveLength(1000)
    expect(most).toBeLessThanOrEqual(16)
  })
})

describe('proxies', () => {
  test('a call goes through the proxy of the account, which can refuse it', async () => {
    const asked: string[] = []
    const proxy = http.createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      json(response, [{ id: 'by-proxy' }], asked.length === 1 ? 200 : 407)
    })
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`)
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    open.push({
      async close() {
        proxy.close()
        proxy.closeAllConnections()
        await once(proxy, 'close')
      },
    })
    const network = { proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
    const { client } = clientOf('http://service.invalid/v1', { network })
    await expect(client.settings.apiKeys()).resolves.toMatchObject({ items: [{ id: 'by-proxy' }] })
    expect(asked).toEqual(['GET http://service.invalid/v1/settings/apikeys'])
    expect(await rejected(client.settings.apiKeys())).toMatchObject({ code: 'proxy-failed' })
    expect(await failureOf('https://service.invalid/v1', { network })).toMatchObject({ code: 'proxy-failed' })
    expect(asked.at(-1)).toBe('CONNECT service.invalid:443')
  })
})
