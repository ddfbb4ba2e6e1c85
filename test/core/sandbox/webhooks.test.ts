import { expect, it } from 'vitest'
import { aSend, ServiceClient } from '#test/sandbox/support/service-client.ts'
import { openApp } from '#test/support/open-app.ts'
import { startTestReceiver } from '#test/support/webhooks/test-receiver.ts'

it('lists the sandbox’s webhooks, changes how they call, and makes a call again', async () => {
  const mailroom = await openApp()
  const { ask } = mailroom
  const { id: accountId } = await ask('sandbox.explore', { scenario: 'empty' })
  const receiver = await startTestReceiver()
  const { url, user, key } = (await ask('sandbox.state'))!
  const service = new ServiceClient(url, { user, key })
  await ask('webhooks.add', { accountId, url: receiver.url, description: 'Shop', events: ['delivered', 'opened'] })
  const [webhook] = await ask('sandbox.webhooks')
  const id = webhook!.id
  expect(webhook).toMatchObject({ description: 'Shop', waiting: 0, stopped: false, encoded: false, fault: null })

  receiver.calls.length = 0
  expect(await ask('sandbox.changeWebhook', { id, fault: 'twice' })).toMatchObject({ fault: 'twice', encoded: false })
  await service.post('/messages/send', aSend('ada@shop.example'))
  await ask('sandbox.moveClock', { advance: 'hour' })
  expect(receiver.calls).toHaveLength(2)
  const [newest] = await ask('sandbox.webhookCalls', { id })
  expect(newest).toMatchObject({ event: 'delivered', recipient: 'ada@shop.example', error: null })
  expect(JSON.parse(newest!.payload!)).toEqual(receiver.calls.at(-1))

  receiver.status = 500
  expect(await ask('sandbox.repeatWebhookCall', { id, n: newest!.n! })).toMatchObject({
    error: 'The receiver returned status 500.',
  })
  expect(receiver.calls).toHaveLength(3)
  await service.post('/messages/send', aSend('bob@shop.example'))
  await ask('sandbox.moveClock', { advance: 'day' })
  expect(await ask('sandbox.webhooks')).toMatchObject([{ stopped: true }])
  receiver.status = 200
  expect(await ask('sandbox.changeWebhook', { id, stopped: false })).toMatchObject({ stopped: false })
  await expect(ask('sandbox.repeatWebhookCall', { id, n: 99 })).rejects.toMatchObject({
    message: 'The sandbox no longer has that call.',
  })
  service.close()
})
