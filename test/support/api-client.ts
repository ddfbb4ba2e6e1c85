import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { createCallLog, createServiceClient } from '#core/api/index.ts'
import type { Learned, ServiceClient, ServiceClientOptions, ServiceProfile } from '#core/api/index.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { OutgoingMessage } from '#core/api/write/send-body.ts'
import { ManualClock } from './manual-clock.ts'

/** A raw server in place of the service, and a client with short deadlines. */
export type Raw = { url: string; origin: string; seen: Seen[]; sockets(): number; close(): Promise<void> }

export type Seen = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }

export async function serve(
  answer: (seen: Seen, response: http.ServerResponse, count: number) => void,
  host = '127.0.0.1',
): Promise<Raw> {
  const seen: Seen[] = []
  const sockets = new Set<object>()
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      seen.push(call)
      answer(call, response, seen.length)
    })
    request.on('error', () => undefined)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`
  return {
    url: `${origin}/v1`,
    origin,
    seen,
    sockets: () => sockets.size,
    async close() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export function json(response: http.ServerResponse, value: unknown, status = 200, headers = {}): void {
  const body = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

export const testKey = 'secret-key/with+odd"letters'

function profileOf(baseUrl: string, changes: Partial<ServiceProfile> = {}): ServiceProfile {
  return { ...accountDefaults, baseUrl, user: 'user@example.com', ...changes }
}

export type Made = { client: ServiceClient; learned: Learned[]; options: ServiceClientOptions }

export function makeClient(
  baseUrl: string,
  changes: Partial<ServiceClientOptions> & { profileChanges?: Partial<ServiceProfile> } = {},
): Made {
  const learned: Learned[] = [{}]
  const options: ServiceClientOptions = {
    profile: profileOf(baseUrl, changes.profileChanges),
    key: async () => testKey,
    learned: { get: () => learned.at(-1) ?? {}, set: (news) => learned.push(news) },
    clock: systemClock,
    logger: { log: () => undefined },
    callLog: createCallLog(),
    ...changes,
  }
  return { client: createServiceClient(options), learned, options }
}

type Changes = Parameters<typeof makeClient>[1]

export type ClientChanges = {
  /** The base URL, if it is not the sandbox’s own. */
  url?: string
  profile?: Partial<ServiceProfile>
} & Partial<Omit<ServiceClientOptions, 'profile'>>

/** A client for the sandbox’s account. The caller closes it. */
export function clientOfSandbox(
  sandbox: Pick<Sandbox, 'url' | 'credentials'>,
  { url = sandbox.url, profile, ...changes }: ClientChanges = {},
): ServiceClient {
  const { user, key } = sandbox.credentials
  return makeClient(url, { key: async () => key, profileChanges: { user, ...profile }, ...changes }).client
}

/** A raw server and a client with short deadlines; both are closed when the test ends. */
export async function startPair(answer: Parameters<typeof serve>[0], changes: Changes = {}) {
  const server = await serve(answer)
  // The clock skips shorter waits than this. Deadlines are longer, and pass only if a test advances the clock.
  const clock = new ManualClock(Date.now(), { skips: 10_000 })
  const made = makeClient(server.url, { clock, ...changes })
  onTestFinished(async () => {
    await made.client.close()
    await server.close()
  })
  return { server, clock, ...made }
}

export const invoice: OutgoingMessage = {
  to: [{ address: 'a@example.org', personalName: 'Ada' }],
  from: { address: 'shop@example.com' },
  subject: 'Invoice',
  text: 'Hello',
}
