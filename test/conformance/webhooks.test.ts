import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { holdPort } from '#test/support/connections/held-port.ts'
import { startTestReceiver } from '#test/support/webhooks/test-receiver.ts'
import { expectError, expectShape, openAccount, type Json } from './support/account.ts'
import * as is from './support/shape-checks.ts'

const events = ['delivered', 'clicked']
const path = '/settings/webhooks'

test('a webhook is called before it is saved, and saved only if it responds with 200', async () => {
  const account = await openAccount()
  const receiver = await startTestReceiver()
  const added = (await account.post(path, { url: receiver.url, description: 'Shop', events })) as Json
  expect(added).toMatchObject({
    url: receiver.url,
    description: 'Shop',
    events,
    success: 0,
    errors: 0,
    createdAt: expect.any(Number) as number,
    status: 'success',
  })
  expect(added).not.toHaveProperty('lastCall')
  expect(receiver.calls).toMatchObject([{ eventType: 'delivered', test: true }])

  for (const status of [201, 204, 302, 404, 500]) {
    receiver.status = status
    expectError(await account.call('POST', path, { body: { url: receiver.url, events } }), 400)
  }
  const silent = `http://127.0.0.1:${holdPort().port}/hook`
  expectError(await account.call('POST', path, { body: { url: silent, events } }), 400)
  expect(await account.get(path)).toHaveLength(1)
})

test('webhooks are listed with dates as texts, partly changed and deleted', async () => {
  const account = await openAccount()
  const receiver = await startTestReceiver()
  const { id } = (await account.post(`${path}/add`, { url: receiver.url, description: '', events: ['all'] })) as Json
  const [listed] = (await account.get(path)) as Json[]
  expectShape(listed?.['createdAt'], is.text)
  expect(listed?.['events']).toHaveLength(9)
  const own = `${path}/${String(id)}`
  expect(await account.get(own)).toEqual(listed)
  expect(await account.put(own, { description: 'Store' })).toEqual({ status: 'success' })
  expect(await account.put(own, { events: ['bounced'] })).toEqual({ status: 'success' })
  expect(await account.get(own)).toMatchObject({ description: 'Store', events: ['softbounced', 'hardbounced'] })
  for (const body of [{}, { events: [] }, { events: ['read'] }, { events: ['constructor'] }, { url: 'nowhere' }]) {
    expectError(await account.call('PUT', own, { body }), 400)
  }
  expectError(await account.call('PUT', `${path}/nope`, { body: { description: 'x' } }), 404)
  expect(await account.status('DELETE', own, { body: {} })).toBe(200)
  expectError(await account.call('GET', own), 404)
  expectError(await account.call('DELETE', own), 404)
})

test('a test makes one call, which is counted and logged', async () => {
  const account = await openAccount()
  const receiver = await startTestReceiver()
  const { id } = (await account.post(path, { url: receiver.url, description: '', events: ['opened'] })) as Json
  const own = `${path}/${String(id)}`
  expect(await account.get(`${own}/test`)).toEqual({ status: 'success' })
  receiver.status = 500
  expect(await account.get(`${own}/test`)).toEqual({ status: 'failure' })
  expect(receiver.calls).toHaveLength(3)
  expect(await account.get(own)).toMatchObject({ success: 1, errors: 1, lastCall: expect.any(Number) as number })
  const log = (await account.post(`${own}/logs`, { page: 1, pageSize: 10, order: 1 })) as Json[]
  expect(log).toMatchObject([
    { eventType: 'opened', typeOfStatus: 'Failure', descriptionError: 'The receiver returned status 500.' },
    { eventType: 'opened', typeOfStatus: 'Success', descriptionError: '', eventDate: expect.any(String) as string },
  ])
  expect(await account.post(`${own}/logs`, { page: 1, pageSize: 1, order: 0 })).toEqual([log[1]])
  expect(await account.post(`${own}/logs`, { page: 2, pageSize: 1, order: 0 })).toEqual([log[0]])
  expect(await account.post(`${own}/logs`, { page: 3, pageSize: 1 })).toEqual([])
  expectError(await account.call('GET', `${path}/nope/test`), 404)
})

test.each([
  'http://192.168.0.1/hook',
  'http://example.com/hook',
  'http://127.0.0.1.example.com/hook',
  'ftp://127.0.0.1/hook',
  'http://user:secret@127.0.0.1/hook',
  'http://2130706434.example/hook',
])('%s is not called', async (url) => {
  const account = await openAccount({ webhookHosts: ['hooks.example'] })
  expectError(await account.call('POST', path, { body: { url, events } }), 400)
})

test('a host is called if the user allowed it by name', async () => {
  const account = await openAccount({ webhookHosts: ['hooks.invalid'] })
  const answer = await account.call('POST', path, { body: { url: 'http://hooks.invalid/', events } })
  expect(String(answer.body)).toContain('The URL must return status 200 when it is called.')
})

test('closing a sandbox ends its calls, and no call uses the closed store', async () => {
  const errors: unknown[] = []
  const account = await openAccount({ onError: (error) => errors.push(error) })
  const receiver = createServer((request, response) => void request.resume().on('end', () => response.end()))
  onTestFinished(() => void receiver.close())
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const { id } = (await account.post(path, { url, description: '', events })) as Json
  // From now on, it never responds.
  receiver.removeAllListeners('request')
  const request = once(receiver, 'request')
  const call = account.call('GET', `${path}/${String(id)}/test`).catch(() => undefined)
  const [received] = (await request) as [IncomingMessage]
  const ended = once(received.socket, 'close')
  await account.sandbox.close()
  await ended
  await call
  expect(errors).toEqual([])
})
