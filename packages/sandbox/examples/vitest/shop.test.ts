import { expect, test as base } from 'mailroom-sandbox/vitest'
import { send } from './shop.ts'

/** Each test starts from a shop that has sent Ada a welcome message. */
const test = base.extend<{ snapshot: string }>({
  snapshot: [
    async ({ sandboxServer }, use) => {
      await send(sandboxServer, { to: 'ada@shop.example', subject: 'Welcome', html: '<p>Welcome to the shop.</p>' })
      await sandboxServer.clock.advance('hour')
      await sandboxServer.snapshots.save('welcomed')
      await use('welcomed')
    },
    { scope: 'file' },
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
