import { request } from '@playwright/test'
import { expect, test as base } from 'mailroom-sandbox/playwright'

type Account = { url: string; credentials: { user: string; key: string } }
type Mail = { to: string; subject: string; html: string }

/** In your suite, the program under test sends the message. It gets the address, user and key of the sandbox. */
async function send({ url, credentials }: Account, { to, subject, html }: Mail): Promise<void> {
  const api = await request.newContext()
  const response = await api.post(`${url}/messages/send`, {
    headers: { 'X-Service-ApiUser': credentials.user, 'X-Service-ApiKey': credentials.key },
    data: { to: [{ address: to }], msg: { from: { address: 'shop@shop.example' }, subject, html } },
  })
  await expect(response).toBeOK()
  await api.dispose()
}

/** Each test starts from a shop that has sent Ada a welcome message. */
const test = base.extend<object, { snapshot: string }>({
  snapshot: [
    async ({ sandboxServer }, use) => {
      await send(sandboxServer, { to: 'ada@shop.example', subject: 'Welcome', html: '<p>Welcome to the shop.</p>' })
      await sandboxServer.clock.advance('hour')
      await sandboxServer.snapshots.save('welcomed')
      await use('welcomed')
    },
    { scope: 'worker' },
  ],
})

test('a sign-up sends a code', async ({ sandbox }) => {
  await send(sandbox, { to: 'grace@shop.example', subject: 'Your code', html: '<p>Your code is 482913.</p>' })
  const message = await sandbox.outbox.waitFor({ to: 'grace@shop.example', code: true })
  expect(message).toHaveCode('482913')
  await expect(message).toBeDelivered({ advance: 'hour' })
})

test('a wrong address bounces', async ({ sandbox }) => {
  await send(sandbox, { to: 'bounce@shop.example', subject: 'Your code', html: '<p>Your code is 482913.</p>' })
  const message = await sandbox.outbox.waitFor({ to: 'bounce@shop.example' })
  await expect(message).toHaveBounced({ kind: 'hard', advance: 'hour' })
  await expect(message).not.toBeDelivered()
})

test('the link in an order leads to it', async ({ sandbox }) => {
  const html = '<p><a href="https://shop.example/orders/7">Your order</a></p>'
  await send(sandbox, { to: 'ada@shop.example', subject: 'Order 7', html })
  const message = await sandbox.outbox.waitFor({ to: 'ada@shop.example', subject: 'Order 7' })
  expect(message).toHaveLink(/\/orders\/\d+$/)
  expect(await message.follow(/\/orders\//)).toBe('https://shop.example/orders/7')
})

test('Ada unsubscribes from what she got before', async ({ sandbox }) => {
  const message = await sandbox.outbox.waitFor({ to: 'ada@shop.example' })
  await expect(message).toBeDelivered()
  expect((await message.unsubscribe()).lastState).toBe('unsubscribed')
})

test('each test has a fork of its own', async ({ sandbox }) => {
  expect(await sandbox.outbox.list()).toMatchObject([{ subject: 'Welcome', lastState: 'delivered' }])
})
