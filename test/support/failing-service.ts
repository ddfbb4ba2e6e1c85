import { once } from 'node:events'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { ServiceClientOptions } from '#core/api/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { json, makeClient, serve, testKey } from './api-client.ts'
import { privateKey } from './certificates.ts'

/** A client that never retries; closed when the test ends. */
export function clientOf(url: string, changes: Partial<ServiceClientOptions> = {}) {
  const made = makeClient(url, { limits: { retriesPerMinute: 0 }, ...changes })
  onTestFinished(() => made.client.close())
  return made
}

/** The error of one call to the service at this URL. */
export async function failureOf(url: string, changes: Partial<ServiceClientOptions> = {}): Promise<AppError> {
  return rejected(clientOf(url, changes).client.settings.apiKeys())
}

/** The error of a call that must fail. Checks that the error does not contain the key. */
export async function rejected(promise: Promise<unknown>): Promise<AppError> {
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

/** Starts a server like `serve`, closes it when the test ends, and returns its URL. */
export async function answering(...args: Parameters<typeof serve>): Promise<string> {
  const server = await serve(...args)
  onTestFinished(() => server.close())
  return server.url
}

/** A TCP server: the client receives exactly the bytes that it writes. */
export async function raw(handle: (socket: net.Socket) => void, host = '127.0.0.1'): Promise<string> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    handle(socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/v1`
}

/** Responds to every call with these bytes and closes the connection. */
export function hangingUp(next: () => Buffer | readonly Buffer[]): Promise<string> {
  return raw((socket) => {
    socket.once('data', () => {
      for (const part of [next()].flat()) socket.write(part)
      socket.end()
    })
  })
}

export async function withCertificate(cert: string): Promise<string> {
  const server = https.createServer({ key: privateKey, cert }, (_request, response) => json(response, []))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return `https://localhost:${(server.address() as AddressInfo).port}/v1`
}
