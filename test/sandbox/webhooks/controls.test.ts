import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { addWebhook, eventsByRecipient, openWebhook } from '../support/open-webhook.ts'
import { openSandbox } from '../support/open-sandbox.ts'
import { aSend } from '../support/service-client.ts'

test('a logged call is listed with its payload and can be repeated', async () => {
  const { client, sandbox, payloads, admin, id, receiver, webhook } = await openWebhook()
  await client.post('/messages/send', aSend('click@x.org', { text: 'https://shop.example/' }))
  await sandbox.control.advance('hour')
  const log = (await admin('GET', `/${id}/calls?limit=2`)).json as { n: number; payload: object }[]
  expect(log).toMatchObject([
    { event: 'clicked', error: null },
    { event: 'opened', error: null },
  ])
  expect(log.map(({ payload }) => payload)).toEqual(payloads().slice(1).reverse())

  receiver.status = 500
  const again = (await admin('POST', `/${id}/replay`, { call: log[1]!.n })).json as { n: number }
  expect(again).toMatchObject({ event: 'opened', error: 'The receiver returned status 500.', payload: log[1]!.payload })
  expect(again.n).toBeGreaterThan(log[0]!.n)
  expect(payloads().at(-1)).toEqual(log[1]!.payload)
  expect(await webhook()).toMatchObject({ success: 3, errors: 1 })
  // A failed replay is not retried.
  await sandbox.control.advance('hour')
  expect(payloads()).toHaveLength(4)
})

test('a webhook keeps its URL as it was given', async () => {
  const { client, receiver } = await openWebhook()
  const url = `http://LOCALHOST:${new URL(receiver.url).port}`
  const id = await addWebhook(client, url)
  expect((await client.get(`/settings/webhooks/${id}`)).json).toMatchObject({ url })
})

test('unknown webhooks, calls and faults are refused', async () => {
  const { admin, id } = await openWebhook()
  expect((await admin('GET', '/nope/calls')).status).toBe(404)
  expect((await admin('PUT', '/nope', { encoded: true })).status).toBe(404)
  expect((await admin('POST', `/${id}/replay`, { call: 99 })).status).toBe(404)
  expect((await admin('POST', `/${id}/replay`, {})).status).toBe(400)
  expect((await admin('PUT', `/${id}`, { fault: 'thrice' })).status).toBe(400)
})

test('a webhook that has stopped resumes its calls on request', async () => {
  const { client, sandbox, payloads, receiver, admin, id } = await openWebhook()
  receiver.status = 500
  await client.post('/messages/send', aSend('open@x.org'))
  await sandbox.control.advance('day')
  expect((await admin('GET', '')).json).toMatchObject([{ waiting: 2, stopped: true }])
  receiver.status = 200
  receiver.calls.length = 0
  expect((await admin('PUT', `/${id}`, { stopped: true })).status).toBe(400)
  expect((await admin('PUT', `/${id}`, { stopped: false })).json).toMatchObject({ stopped: false })
  await sandbox.settle()
  expect(payloads().map(({ eventType }) => eventType)).toEqual(['delivered', 'opened'])
})

test('the example of a test call can be repeated, too', async () => {
  const { client, admin, id, payloads } = await openWebhook()
  await client.get(`/settings/webhooks/${id}/test`)
  const [call] = (await admin('GET', `/${id}/calls`)).json as { n: number }[]
  await admin('POST', `/${id}/replay`, { call: call!.n })
  expect(payloads()).toHaveLength(2)
  expect(payloads()[1]).toEqual(payloads()[0])
  expect(payloads()[1]).toMatchObject({ test: true })
})

test('calls are made twice or in reverse order on request, until the fault ends', async () => {
  const { client, sandbox, payloads, admin, id } = await openWebhook()
  const received = async (email: string): Promise<string[] | undefined> => {
    await client.post('/messages/send', aSend(email))
    await sandbox.control.advance('hour')
    return eventsByRecipient(payloads())[email]
  }
  expect((await admin('PUT', `/${id}`, { fault: 'twice' })).json).toMatchObject({ id, fault: 'twice', encoded: false })
  expect(await received('open@a.org')).toEqual(['delivered', 'delivered', 'opened', 'opened'])
  await admin('PUT', `/${id}`, { fault: 'shuffled' })
  expect(await received('click@b.org')).toEqual(['clicked', 'opened', 'delivered'])
  expect((await admin('PUT', `/${id}`, { fault: null })).json).toMatchObject({ fault: null, waiting: 0 })
  expect(await received('click@c.org')).toEqual(['delivered', 'opened', 'clicked'])
  // These fields exist only for tests, and the real service lacks them.
  expect(Object.keys((await client.get(`/settings/webhooks/${id}`)).json as object)).not.toContain('fault')
})

test('calls are refused, count as failed or arrive slowly on request, and none is lost', async () => {
  const { client, sandbox, payloads, admin, id } = await openWebhook()
  const errors = async () =>
    ((await admin('GET', `/${id}/calls`)).json as { error: string | null }[]).map(({ error }) => error)
  await admin('PUT', `/${id}`, { fault: 'refused' })
  await client.post('/messages/send', aSend('a@x.org'))
  await sandbox.control.advance(1000)
  expect(payloads()).toHaveLength(0)
  expect((await errors())[0]).toBe('The fault prevented this call.')
  await admin('PUT', `/${id}`, { fault: 'failed' })
  await sandbox.control.advance(60_000)
  expect(payloads()).toHaveLength(1)
  expect((await errors())[0]).toBe('The fault made the response count as status 500.')
  await admin('PUT', `/${id}`, { fault: 'slow' })
  await sandbox.control.advance('hour')
  expect(payloads()).toHaveLength(2)
  expect((await errors())[0]).toBeNull()
})

test('a slow body arrives in two parts', async () => {
  const { client, sandbox } = await openSandbox()
  const parts: number[] = []
  const server = createServer((request, response) => {
    let count = 0
    request.on('data', () => count++)
    request.on('end', () => {
      parts.push(count)
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const id = await addWebhook(client, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  sandbox.control.webhooks.change(id, { fault: 'slow' })
  await client.post('/messages/send', aSend('a@x.org'))
  await sandbox.control.advance('hour')
  expect(parts).toEqual([1, 2])
})

test('the body is percent-encoded on request', async () => {
  const { client, sandbox } = await openSandbox()
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const id = await addWebhook(client, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  sandbox.control.webhooks.change(id, { encoded: true })
  await client.post('/messages/send', aSend('a@x.org', { subject: 'Grüße 100%' }))
  await sandbox.control.advance('hour')
  expect(bodies[1]).toMatch(/^[\w%.!~*'()-]+$/)
  expect(JSON.parse(decodeURIComponent(bodies[1]!))).toMatchObject({ subject: 'Grüße 100%', eventType: 'delivered' })
})
