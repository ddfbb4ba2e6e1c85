import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openSandbox } from '../support/open-sandbox.ts'
import { addWebhook } from '../support/open-webhook.ts'
import { aSend } from '../support/service-client.ts'

async function startServer(respond: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

test('a call whose receiver closes the reused connection without a response is made and logged once', async () => {
  const { client, sandbox } = await openSandbox()
  let calls = 0
  const { url } = await startServer((request, response) => {
    // The first call checks the new webhook, and its connection is used again.
    if (++calls === 1) return void request.resume().on('end', () => response.end())
    request.resume().on('end', () => response.destroy())
  })
  const id = await addWebhook(client, url, ['delivered'])
  await client.post('/messages/send', aSend('a@x.org'))
  await sandbox.control.advance(1000)
  expect((await client.post(`/settings/webhooks/${id}/logs`)).json).toMatchObject([
    { descriptionError: 'The connection failed: socket hang up' },
  ])
  expect(calls).toBe(2)
})

test('a connection without calls is closed before its receiver would close it', async () => {
  const { client } = await openSandbox()
  const { server, url } = await startServer(
    (request, response) => void request.resume().on('end', () => response.end()),
  )
  const ended = new Promise((resolve) => {
    server.once('connection', (socket: Socket) => socket.once('end', resolve))
  })
  await addWebhook(client, url)
  await ended
})

test('no call is lost on a connection that its receiver closes after a response', async () => {
  const { client, sandbox } = await openSandbox()
  const { server, url } = await startServer((request, response) => {
    request.resume().on('end', () => response.end(() => request.socket.end()))
  })
  const connected = once(server, 'connection')
  const id = await addWebhook(client, url)
  const [socket] = (await connected) as [Socket]
  if (!socket.closed) await once(socket, 'close')
  await client.post('/messages/send', aSend('click+5@x.org'))
  await sandbox.control.advance('hour')
  expect((await client.get(`/settings/webhooks/${id}`)).json).toMatchObject({ success: 7, errors: 0 })
})
