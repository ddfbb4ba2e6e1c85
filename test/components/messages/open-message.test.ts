import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findMessages, fullMessage } from '../support/many-messages.ts'
import { openMailroom } from '../support/open-mailroom.ts'

const main = page.getByRole('main')
const grid = main.getByRole('grid', { name: 'Messages' })

test('an open message is not loaded again when further rows arrive', async () => {
  const mailroom = await openMailroom('settings', { scenario: 'empty' })
  findMessages(mailroom, 1000)
  let loads = 0
  mailroom.calls.set('messages.get', () => {
    loads++
    return { ok: true, output: fullMessage(3) }
  })
  location.hash = '#/messages'
  await grid.getByText('user3@example.org').click()
  await expect.element(main.getByRole('heading', { name: 'Order 3' })).toBeVisible()
  grid.element().scrollTo({ top: grid.element().scrollHeight })
  await expect.element(grid.getByText('user999@example.org')).toBeVisible()
  expect(loads).toBe(1)
})
