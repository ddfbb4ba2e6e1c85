import { createGunzip } from 'node:zlib'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { Fault } from '#shared/contract/base/faults.ts'
import { aSend } from './support/service-client.ts'
import { openSandbox, type Opened } from './support/open-sandbox.ts'

async function struck(fault: Fault, options = {}): Promise<Opened> {
  return openSandbox({ faults: [fault], ...options })
}
const path = '/settings/apikeys'

test('a status with Retry-After replaces the operation', async () => {
  const { client, sandbox } = await struck({ kind: 'status', path: '/messages/*', status: 429, retryAfter: 7 })
  const answer = await client.post('/messages/send', aSend('a@x.org'))
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7'])
  expect(sandbox.store.messages.count()).toBe(0)
  expect((await client.get(path)).status).toBe(200)
})

test.each(['/v1/settings/apikeys', '/v1/*', 'settings/*', 'v1/settings/*'])(
  '%s is accepted as a path, in any copied form',
  async (given) => {
    const { client, sandbox } = await struck({ kind: 'status', path: given, status: 503 })
    expect((await client.get(path)).status).toBe(503)
    expect(sandbox.faults.list()[0]!.path).toMatch(/^\/(\*|settings)/)
  },
)

test('a redirect points to another host', async () => {
  const { client } = await struck({ kind: 'redirect', path: '*', location: 'http://192.0.2.1/v1' })
  const answer = await client.get(path)
  expect([answer.status, answer.headers.location]).toEqual([307, 'http://192.0.2.1/v1'])
})

test('a message is sent even if its response is broken, and clients have to cope with that', async () => {
  for (const kind of ['cut', 'wrong-length'] as const) {
    const { client, sandbox } = await struck({ kind, path: '*', afterBytes: 5 })
    await expect(client.post('/messages/send', aSend('a@x.org'))).rejects.toThrow()
    expect(sandbox.store.messages.count()).toBe(1)
  }
})

test('a response is cut off even if the limit is its full length', async () => {
  const whole = '{"status":"success"}'.length
  for (const afterBytes of [whole - 1, whole, whole + 1]) {
    const { client } = await struck({ kind: 'cut', path: '*', afterBytes })
    await expect(client.post('/messages/send', aSend('a@x.org'))).rejects.toThrow()
  }
})

test('a call hangs until the client disconnects or the sandbox closes', async () => {
  const { sandbox, client } = await struck({ kind: 'hang', path: '*' })
  const waiting = client.get(path)
  const seen = new Promise<void>((resolve) => sandbox.onRequest(() => resolve()))
  await seen
  const [result] = await Promise.all([waiting.catch((error: unknown) => error), sandbox.close()])
  expect(result).toBeInstanceOf(Error)
})

test('a delayed response is otherwise unchanged', async () => {
  const { client } = await struck({ kind: 'delay', path: '*', delayMs: 1 })
  expect((await client.get(path)).status).toBe(200)
})

test('slow bytes arrive completely', async () => {
  const { client } = await struck({ kind: 'slow', path: '*' })
  expect((await client.post('/messages/send', aSend('a@x.org'))).json).toEqual({ status: 'success' })
})

test('malformed JSON, NaN, duplicate keys and a page of HTML are returned', async () => {
  const { client, sandbox } = await openSandbox()
  const under = async (kind: Fault['kind']) => {
    sandbox.faults.set([{ kind, path: '*' }])
    return client.get(path)
  }
  const malformed = await under('malformed')
  expect(() => malformed.json).toThrow()
  expect((await under('nan')).text).toMatch(/"createdAt":NaN/)
  expect((await under('duplicate-keys')).text).toMatch(/"id":"\w+","id":"\w+"/)
  expect((await under('duplicate-keys')).json).toMatchObject([{ enabled: true }])
  const html = await under('html')
  expect([html.status, html.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(html.text).toMatch(/<h1>/)
})

test('a header is larger than clients accept', async () => {
  const { client } = await struck({ kind: 'huge-header', path: '*' })
  await expect(client.get(path)).rejects.toThrow(/Header overflow/i)
})

test.each([
  ['gzip-bomb', 200 * 1_048_576],
  ['huge-body', 64 * 1_048_576],
] as const)('%s never ends, and stops when the client disconnects', async (kind, enough) => {
  const { sandbox } = await struck({ kind, path: '*' })
  const { user, key } = sandbox.credentials
  const headers = { 'X-Service-ApiUser': user, 'X-Service-ApiKey': key }
  const got = await new Promise<number>((resolve, reject) => {
    const outgoing = request(`${sandbox.url}${path}`, { headers }, (response) => {
      let bytes = 0
      const body = kind === 'gzip-bomb' ? response.pipe(createGunzip()) : response
      body.on('error', () => undefined)
      body.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes < enough) return
        outgoing.destroy()
        resolve(bytes)
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
  expect(got).toBeGreaterThanOrEqual(enough)
})

test('a fault applies by number, probability, path and method', async () => {
  const { client, sandbox } = await openSandbox()
  sandbox.faults.set([{ kind: 'status', path: '/settings/*', method: 'get', times: 2 }])
  const statuses = async (count: number) => {
    const found: number[] = []
    for (let i = 0; i < count; i++) found.push((await client.get(path)).status)
    return found
  }
  expect(await statuses(3)).toEqual([503, 503, 200])
  expect(sandbox.faults.list()).toEqual([])
  const chance: Fault = { kind: 'status', path: '*', probability: 0.5 }
  sandbox.faults.set([chance])
  const first = await statuses(40)
  expect(first.filter((status) => status === 503).length).toBeGreaterThan(8)
  expect(first.filter((status) => status === 200).length).toBeGreaterThan(8)
  sandbox.faults.set([chance])
  expect(await statuses(40)).toEqual(first)
  sandbox.faults.clear()
  expect(await statuses(1)).toEqual([200])
})
