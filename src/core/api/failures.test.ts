import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { json, makeClient, serve } from '#test/support/api-client.ts'
import {
  authority,
  expiredCertificate,
  otherHostCertificate,
  selfSignedCertificate,
  validCertificate,
} from '#test/support/certificates.ts'
import { answering, clientOf, failureOf, raw, rejected, withCertificate } from '#test/support/failing-service.ts'
import { holdPort } from '#test/support/connections/held-port.ts'

describe('connecting', () => {
  test('an unknown host is named, and the account is offline', async () => {
    const { client } = clientOf('http://no-such-host.invalid/v1')
    const error = await rejected(client.settings.apiKeys())
    expect(error).toMatchObject({ code: 'host-unknown', message: expect.stringContaining('no-such-host.invalid') })
    expect(client.connection()).toBe('offline')
  })

  test('a port where nothing listens refuses the connection', async () => {
    expect(await failureOf(`http://127.0.0.1:${holdPort().port}/v1`)).toMatchObject({ code: 'connection-refused' })
  })

  test('a service with IPv6 only is reached', async () => {
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

  test('an authority that the system trusts is trusted beside those of Node and of the account', async () => {
    const url = await withCertificate(validCertificate)
    const systemCa = () => Promise.resolve([authority])
    for (const network of [{ systemCa }, { systemCa, extraCa: [selfSignedCertificate] }]) {
      await expect(clientOf(url, { network }).client.settings.apiKeys()).resolves.toMatchObject({ items: [] })
    }
    const without = { systemCa: () => Promise.resolve([]) }
    expect(await failureOf(url, { network: without })).toMatchObject({ code: 'tls-self-signed' })
    const expired = await withCertificate(expiredCertificate)
    expect(await failureOf(expired, { network: { systemCa } })).toMatchObject({ code: 'tls-expired' })
  })

  test('a server with plain HTTP is no TLS server', async () => {
    const url = (await answering((_seen, response) => json(response, []))).replace('http:', 'https:')
    expect(await failureOf(url)).toMatchObject({ code: 'tls-failed' })
  })

  test('a service that never answers runs into the deadline', async () => {
    const url = await raw(() => undefined)
    expect(await failureOf(url, { deadlines: { attempt: 50 } })).toMatchObject({ code: 'timeout', retryable: true })
  })

  test('a connection that is closed without an answer is cut', async () => {
    const url = await raw((socket) => socket.once('data', () => socket.destroy()))
    expect(await failureOf(url)).toMatchObject({ code: 'connection-cut', retryable: true })
  })

  test('bytes that are not HTTP are an invalid answer', async () => {
    const url = await raw((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')))
    expect(await failureOf(url)).toMatchObject({ code: 'malformed-answer' })
  })
})

describe('around a call', () => {
  test('a key that cannot be read keeps its own error, and one with a line break is never sent', async () => {
    const server = await serve((_seen, response) => json(response, []))
    onTestFinished(() => server.close())
    const locked = new AppError('keychain-locked', 'The keychain is locked.')
    expect(await failureOf(server.url, { key: () => Promise.reject(locked) })).toBe(locked)
    expect(await failureOf(server.url, { key: async () => 'a\r\nX-Evil: 1' })).toMatchObject({
      code: 'invalid-credentials',
    })
    expect(server.seen).toEqual([])
  })

  test('letters beyond ASCII travel as UTF-8', async () => {
    const server = await serve((_seen, response) => json(response, []))
    onTestFinished(() => server.close())
    await clientOf(server.url, { key: async () => 'clé-€' }).client.settings.apiKeys()
    const received = String(server.seen[0]?.headers['x-service-apikey'])
    expect(Buffer.from(received, 'latin1').toString('utf8')).toBe('clé-€')
  })

  test('path parts are always encoded, and none leads to a parent folder', async () => {
    const server = await serve((_seen, response) => json(response, { requested: 1 }))
    onTestFinished(() => server.close())
    const { client } = clientOf(server.url)
    await client.statistics.recipient('a+b/c?d@x.org')
    expect(server.seen[0]?.url).toBe('/v1/statistics/recipient/a%2Bb%2Fc%3Fd%40x.org')
    for (const part of ['', '.', '..', '\ud800']) {
      await expect((async () => client.users.get(part))()).rejects.toMatchObject({ code: 'invalid-input' })
    }
    expect(server.seen).toHaveLength(1)
  })

  test('a call can be cancelled before it starts, in line and during the answer', async () => {
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

  test('closing ends running and waiting calls, refuses new ones, and leaves no socket', async () => {
    const server = await serve(() => undefined)
    onTestFinished(() => server.close())
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
    onTestFinished(() => server.close())
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
    onTestFinished(async () => {
      proxy.close()
      proxy.closeAllConnections()
      await once(proxy, 'close')
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
