import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import type { Learned, ServiceClient } from '#core/api/index.ts'
import { clientOfSandbox, json, serve, type ClientChanges } from '#test/support/api-client.ts'
import type { SandboxOptions } from '#sandbox/create-sandbox.ts'
import { openAccount, startAccount, type Account } from '../../support/account.ts'

/** One account, seen through the client and over plain HTTP. */
export type Service = { account: Account; client: ServiceClient; learned(): Learned }

export function openClient(account: Account, changes?: ClientChanges): ServiceClient {
  const client = clientOfSandbox(account.sandbox, changes)
  onTestFinished(() => client.close())
  return client
}

export async function openService(options?: SandboxOptions, changes?: ClientChanges): Promise<Service> {
  const account = await openAccount(options)
  const client = openClient(account, changes)
  return { account, client, learned: client.learned }
}

const kinds = [
  { scenario: 'empty', strict: false },
  { scenario: 'empty', strict: true },
  { scenario: 'demo', strict: false },
  { scenario: 'demo', strict: true },
] as const
export type Kind = (typeof kinds)[number]

/**
 * Runs read-only tests against every kind of service, each started once: creating the demo takes longer than a test.
 */
export function eachService(tests: (service: () => Service, kind: Kind) => void): void {
  describe.each(kinds)('$scenario, strict: $strict', (kind) => {
    let service: Service | undefined
    beforeAll(async () => {
      const account = await startAccount(kind)
      const client = clientOfSandbox(account.sandbox)
      service = { account, client, learned: client.learned }
    })
    afterAll(async () => {
      await service?.client.close()
      await service?.account.close()
    })
    tests(() => service!, kind)
  })
}

/** The same service behind a proxy that returns `refusal` before the call reaches the sandbox. */
export async function openPicky(
  account: Account,
  refusal: (method: string, path: string) => number | undefined,
): Promise<{ url: string; calls: string[] }> {
  const calls: string[] = []
  const server = await serve(async ({ method, url, body }, response) => {
    const path = url.replace(/^\/v1/, '')
    calls.push(`${method} ${path.replace(/\?.*/, '')}`)
    const status = refusal(method, path)
    if (status !== undefined) return json(response, { error: 'No such path.', code: 'no-path' }, status)
    const answer = await account.call(method, path, { raw: body === '' ? undefined : body })
    response.writeHead(answer.status, { 'content-type': answer.headers['content-type'] })
    response.end(answer.body)
  })
  onTestFinished(() => server.close())
  return { url: server.url, calls }
}

/** The requests that the sandbox received, oldest first. */
export function asked({ sandbox }: Account): { call: string; body: Record<string, unknown> | undefined }[] {
  return sandbox.control
    .requests()
    .toReversed()
    .map(({ method, path, requestBody }) => ({
      call: `${method} ${path}`,
      body: requestBody === '' ? undefined : (JSON.parse(requestBody) as Record<string, unknown>),
    }))
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}
