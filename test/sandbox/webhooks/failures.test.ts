import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { addWebhook, eventsByRecipient, openWebhook, type Payload } from '../support/open-webhook.ts'
import { openSandbox } from '../support/open-sandbox.ts'
import { aSend, ServiceClient } from '../support/service-client.ts'

const minute = 60_000
const clicks = ['delivered', 'opened', 'clicked', 'clicked']

test('a failed call is retried after a minute and delays the later events of its message', async () => {
  const { client, sandbox, payloads, receiver, webhook } = await openWebhook()
  receiver.status = 500
  await client.post('/messages/send', aSend(['click+2@x.org', 'open@x.org']))
  await sandbox.control.advance(1000)
  expect(payloads().map(({ eventType }) => eventType)).toEqual(['delivered', 'delivered'])
  await sandbox.control.advance(minute - 1)
  expect(payloads()).toHaveLength(2)
  receiver.status = 204
  await sandbox.control.advance('hour')
  expect(eventsByRecipient(payloads().slice(2))).toEqual({
    'click+2@x.org': clicks,
    'open@x.org': ['delivered', 'opened'],
  })
  expect(await webhook()).toMatchObject({ success: 6, errors: 2 })
})

test('an event during the retries of an earlier call keeps its order, and other messages do not wait', async () => {
  const { client, sandbox, payloads, receiver } = await openWebhook()
  receiver.status = 500
  await client.post('/messages/send', aSend('open@x.org'))
  await sandbox.control.advance(1000)
  await sandbox.control.advance(minute - 1)
  receiver.status = 200
  await client.post('/messages/send', aSend('b@x.org'))
  await sandbox.control.advance(1000)
  expect(eventsByRecipient(payloads().slice(1))).toEqual({
    'open@x.org': ['delivered', 'opened'],
    'b@x.org': ['delivered'],
  })
})

test('ten retries stop the webhook, and an update resumes it', async () => {
  const { client, sandbox, payloads, receiver, change, admin } = await openWebhook()
  const { control } = sandbox
  receiver.status = 500
  await client.post('/messages/send', aSend('click+2@x.org'))
  await control.advance(1000)
  for (let pause = 1; pause <= 512; pause *= 2) {
    await control.advance(pause * minute - 1)
    const before = payloads().length
    await control.advance(1)
    expect(payloads()).toHaveLength(before + 1)
  }
  expect(payloads()).toHaveLength(11)
  receiver.status = 200
  await client.post('/messages/send', aSend('open@x.org'))
  await control.advance('week')
  expect(payloads()).toHaveLength(11)
  expect((await admin('GET', '')).json).toMatchObject([{ waiting: 6, stopped: true, errors: 11 }])
  await change({ description: 'Mended' })
  await sandbox.settle()
  expect(eventsByRecipient(payloads().slice(11))).toEqual({
    'click+2@x.org': clicks,
    'open@x.org': ['delivered', 'opened'],
  })
  expect((await admin('GET', '')).json).toMatchObject([{ waiting: 0, stopped: false, success: 6 }])
})

test('one advance makes all retries that it passes, each at its own time', async () => {
  const { client, sandbox, receiver, change, admin, id } = await openWebhook()
  const { control } = sandbox
  receiver.status = 500
  await client.post('/messages/send', aSend('open@x.org'))
  const delivered = control.clock().now + 1000
  const callsOf = async () => (await admin('GET', `/${id}/calls?limit=20`)).json as Record<string, unknown>[]
  await control.advance('hour')
  const minutes = [0, 1, 3, 7, 15, 31]
  expect((await callsOf()).map(({ calledAt }) => calledAt)).toEqual(
    minutes.toReversed().map((after) => delivered + after * minute),
  )
  await control.advance('day')
  expect((await admin('GET', '')).json).toMatchObject([{ waiting: 2, stopped: true, errors: 11 }])
  const last = delivered + 1023 * minute
  expect((await callsOf())[0]).toMatchObject({ event: 'delivered', eventDate: delivered, calledAt: last })

  receiver.status = 200
  await change({ description: 'Mended' })
  await sandbox.settle()
  expect((await admin('GET', '')).json).toMatchObject([{ waiting: 0, stopped: false, success: 2 }])
  const now = control.clock().now
  expect((await callsOf()).slice(0, 2)).toMatchObject([
    { event: 'opened', calledAt: now },
    { event: 'delivered', calledAt: now },
  ])
})

test('events that one advance passes are called at their own times', async () => {
  const { client, sandbox, webhook, admin, id } = await openWebhook()
  await client.post('/messages/send', aSend('open@x.org'))
  const sent = sandbox.control.clock().now
  await sandbox.control.advance('day')
  const { json } = await admin('GET', `/${id}/calls?limit=2`)
  expect((json as Record<string, unknown>[]).map(({ event, calledAt }) => [event, calledAt])).toEqual([
    ['opened', sent + 60_000],
    ['delivered', sent + 1000],
  ])
  expect(await webhook()).toMatchObject({ lastCall: Math.floor((sent + 60_000) / 1000) })
})

test('removing a webhook removes its calls', async () => {
  const { client, sandbox, payloads, receiver, remove, errors } = await openWebhook()
  receiver.status = 500
  await client.post('/messages/send', aSend('click+2@x.org'))
  await sandbox.control.advance(1000)
  receiver.status = 200
  await remove()
  await sandbox.control.advance('day')
  expect(payloads()).toHaveLength(1)
  expect(errors).toEqual([])
})

async function startServer(respond: (payload: Payload, response: ServerResponse) => void): Promise<Server> {
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (text += part))
    request.on('end', () => respond(JSON.parse(text) as Payload, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const urlOf = (server: Server): string => `http://127.0.0.1:${portOf(server)}/`

async function stop(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

const hugeBody = 50 * 1_048_576
let hugeBytes = 0
const badReceivers: Record<string, { respond: (response: ServerResponse) => void; log: object; calls: number }> = {
  close: {
    respond: (response) => response.destroy(),
    log: { typeOfStatus: 'Failure', descriptionError: 'The connection failed: socket hang up' },
    calls: 11,
  },
  hang: {
    respond: () => undefined,
    log: { typeOfStatus: 'Failure', descriptionError: 'No response within 10 s.' },
    calls: 1,
  },
  error: {
    respond: (response) => response.writeHead(500).end('no'),
    log: { typeOfStatus: 'Failure', descriptionError: 'The receiver returned status 500.' },
    calls: 11,
  },
  redirect: {
    respond: (response) => response.writeHead(302, { location: '/other' }).end(),
    log: { typeOfStatus: 'Failure', descriptionError: 'The receiver returned status 302.' },
    calls: 11,
  },
  protocol: {
    respond: (response) => response.socket!.end('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    log: { typeOfStatus: 'Failure', descriptionError: 'The receiver closed the connection.' },
    calls: 11,
  },
  endless: {
    respond: (response) => void response.writeHead(200).write('…'),
    log: { typeOfStatus: 'Success', descriptionError: '' },
    calls: 1,
  },
  huge: {
    respond(response) {
      response.writeHead(200)
      const chunk = Buffer.alloc(65_536)
      const write = (): void => {
        while (!response.destroyed && hugeBytes < hugeBody) {
          hugeBytes += chunk.length
          if (!response.write(chunk)) return void response.once('drain', write)
        }
      }
      write()
    },
    log: { typeOfStatus: 'Success', descriptionError: '' },
    calls: 1,
  },
}

test('a bad receiver affects only itself, and a huge body is not read', async () => {
  const { client, sandbox, payloads, errors } = await openWebhook()
  const ids = await Promise.all(
    Object.values(badReceivers).map(async ({ respond }) => {
      const server = await startServer(({ test: isCheck }, response) =>
        isCheck ? void response.end() : respond(response),
      )
      onTestFinished(() => stop(server))
      return addWebhook(client, urlOf(server), ['delivered'])
    }),
  )
  payloads().length = 0
  await client.post('/messages/send', aSend('a@x.org'))
  await sandbox.control.advance('day')
  expect(payloads()).toMatchObject([{ eventType: 'delivered' }])
  for (const [index, { log, calls }] of Object.values(badReceivers).entries()) {
    const { json } = await client.post(`/settings/webhooks/${ids[index]}/logs`)
    expect(json).toMatchObject(new Array<object>(calls).fill(log))
  }
  expect(hugeBytes).toBeLessThan(hugeBody)
  expect(errors).toEqual([])
})

test('a host that is no longer allowed is not called', async () => {
  const { client, sandbox, id } = await openWebhook()
  sandbox.store.webhooks.update(id, { url: 'http://192.0.2.1/' }, sandbox.clock.now())
  await client.post('/messages/send', aSend('a@x.org'))
  await sandbox.control.advance(1000)
  expect((await client.post(`/settings/webhooks/${id}/logs`)).json).toMatchObject([
    { descriptionError: expect.stringContaining('The sandbox calls only this computer.') as string },
  ])
})

test('localhost is always this computer, and a host that ends with a dot is refused', async () => {
  const { client, receiver } = await openWebhook()
  const lookup = vi.spyOn(dns, 'lookup')
  onTestFinished(() => lookup.mockRestore())
  const { port } = new URL(receiver.url)
  const add = (host: string) =>
    client.post('/settings/webhooks', { url: `http://${host}:${port}/`, description: '', events: ['all'] })
  expect((await add('localhost')).status).toBe(200)
  expect(lookup).not.toHaveBeenCalled()
  expect((await add('localhost.')).json).toMatchObject({ error: 'The host in url must not end with a dot.' })
})

test('none of 2,000 events is lost while the receiver is down, and those of a message keep their order', async () => {
  const { client, sandbox } = await openSandbox()
  const received: Payload[] = []
  const receiver = await startServer((payload, response) => {
    received.push(payload)
    response.end()
  })
  onTestFinished(() => stop(receiver))
  const id = await addWebhook(client, urlOf(receiver))
  const refuse = (socket: Socket): void => void socket.destroy()
  receiver.on('connection', refuse).closeAllConnections()
  const recipients = Array.from({ length: 1000 }, (_, index) => `open@d${index}.org`)
  await client.post('/messages/send', aSend(recipients))
  await sandbox.control.advance(1000)
  expect((await client.get(`/settings/webhooks/${id}`)).json).toMatchObject({ success: 0, errors: 1000 })

  receiver.off('connection', refuse)
  received.length = 0
  await sandbox.control.advance('hour')
  const expected = Object.fromEntries(recipients.map((email) => [email, ['delivered', 'opened']]))
  expect(eventsByRecipient(received)).toEqual(expected)
})

test('closing a sandbox ends the calls, which its next run makes', async () => {
  await withDataFolder(async (data) => {
    const received: string[] = []
    let waits = (): void => undefined
    const isCalled = new Promise<void>((resolve) => (waits = resolve))
    let isHanging = true
    const server = await startServer(({ test: isCheck, eventType }, response) => {
      if (isHanging && !isCheck) return waits()
      received.push(eventType)
      response.end()
    })
    onTestFinished(() => stop(server))
    const errors: unknown[] = []
    const options = { data, smtp: false, onError: (error: unknown) => void errors.push(error) }
    const first = await createSandbox({ ...options, clock: { running: false } })
    const client = ServiceClient.of(first)
    await addWebhook(client, urlOf(server))
    await client.post('/messages/send', aSend('open@x.org'))
    void first.control.advance('hour')
    await isCalled
    client.close()
    await first.close()

    isHanging = false
    received.length = 0
    const second = await createSandbox(options)
    await second.settle()
    expect(received).toEqual(['delivered', 'opened'])
    expect(second.store.webhooks.list()).toMatchObject([{ success: 2, errors: 0 }])
    await second.close()
    expect(errors).toEqual([])
  })
})
