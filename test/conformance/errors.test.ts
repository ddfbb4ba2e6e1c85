import { expect, test } from 'vitest'
import { harmlessOperations } from './program/operations.ts'
import { runOperations } from './program/run-operations.ts'
import { aSend, expectError, openAccount, type Json } from './support/account.ts'
import { documented } from './support/documented-shapes.ts'
import { json } from '../support/wire.ts'

test('every reading operation returns exactly the documented form, with the demo data', async () => {
  const account = await openAccount({ scenario: 'demo' })
  const end = Math.floor(account.sandbox.clock.now() / 1000)
  const rows = await runOperations(account.wire, harmlessOperations(documented), { begin: end - 30 * 86_400, end })
  expect(rows.filter(({ result }) => result !== 'ok')).toEqual([])
})

test('each kind of refusal has a different code', async () => {
  const account = await openAccount({ maxMessageBytes: 1000 })
  const { id } = (await account.post('/settings/apikeys', { description: 'off' })) as { id: string }
  account.sandbox.control.changeKey(id, { enabled: false })
  const code = async (status: number, ...call: Parameters<typeof account.call>): Promise<string> => {
    const answer = await account.call(...call)
    expectError(answer, status)
    return (json(answer) as { code: string }).code
  }
  const codes = [
    await code(400, 'POST', '/messages/send', { body: {} }),
    await code(401, 'GET', '/settings/apikeys', { headers: { 'X-Service-ApiKey': 'wrong' } }),
    await code(403, 'POST', '/messages/send', { body: aSend('a@x.org', {}, { apiKey: id }) }),
    await code(404, 'GET', '/users/nobody'),
    await code(405, 'DELETE', '/messages/send'),
    await code(413, 'POST', '/messages/send', { body: aSend('a@x.org', { text: 'x'.repeat(2000) }) }),
    await code(415, 'POST', '/messages/send', { raw: 'x', headers: { 'Content-Type': 'text/plain' } }),
  ]
  expect(new Set(codes).size).toBe(codes.length)
})

test('a service that asks for a pause gives its length in the documented form', async () => {
  const account = await openAccount()
  account.sandbox.faults.set([{ kind: 'status', path: '*', status: 429, retryAfter: 7, times: 1 }])
  const answer = await account.call('POST', '/statistics/domains', { body: {} })
  expectError(answer, 429)
  expect(answer.headers['retry-after']).toBe('7')
  account.sandbox.faults.set([{ kind: 'status', path: '*', status: 503, times: 1 }])
  expectError(await account.call('POST', '/statistics/domains', { body: {} }), 503)
  expect(await account.status('POST', '/statistics/domains', { body: {} })).toBe(200)
})

test('strict requires a body and its content type', async () => {
  const account = await openAccount({ strict: true })
  for (const path of ['/statistics/messages', '/export/json', '/blacklists/list']) {
    expectError(await account.call('POST', path), 400)
    expectError(await account.call('POST', path, { raw: '{}', headers: { 'Content-Type': undefined } }), 415)
    expectError(await account.call('POST', path, { raw: '{}', headers: { 'Content-Type': 'text/json' } }), 415)
  }
})

test('a refusal reveals nothing about files, code or machines', async () => {
  const account = await openAccount()
  const calls: [string, string, Json][] = [
    ['POST', '/messages/send', { raw: '{"a":' }],
    ['POST', '/messages/send', { body: { to: { toString: 1 } } }],
    ['POST', '/statistics/messages', { body: { tags: [{ a: 1 }] } }],
    ['GET', '/statistics/message/%FF', {}],
    ['POST', '/export/%FF', { body: {} }],
  ]
  for (const [method, path, extras] of calls) {
    const answer = await account.call(method, path, extras)
    expect([400, 404]).toContain(answer.status)
    expect(answer.body.toString()).not.toMatch(/\.ts\b|node:|\bat \w+ \(|sqlite/i)
  }
})

test('an error message does not grow with the request', async () => {
  const account = await openAccount()
  const long = 'x'.repeat(100_000)
  expectError(await account.call('POST', '/messages/send', { body: aSend(long) }), 400)
  expectError(await account.call('POST', '/statistics/messages', { body: { dateBegin: long } }), 400)
  expectError(await account.call('POST', '/blacklists/list', { body: { type: long } }), 400)
  expectError(await account.call('POST', '/messages/send', { raw: `{"${long}` }), 400)
  expectError(await account.call('GET', `/users/${'x'.repeat(8000)}`), 404)
})
