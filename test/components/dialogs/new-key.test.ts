import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MadeKey } from '#shared/contract/keys.ts'
import type { Reply } from '#shared/contract/host.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'

const dialog = page.getByRole('dialog')
const secret = dialog.getByLabelText('New key', { exact: true })
const created = page.getByText('The key “Checkout” was created.').first()

async function create(description: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'New key' }).first().click()
  await dialog.getByLabelText('Description').fill(description)
  await dialog.getByRole('button', { name: 'Create key' }).click()
}

async function leave(): Promise<void> {
  location.hash = '#/settings'
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

test('a new key stays on the screen however often Escape is pressed, and so does the next one', async () => {
  await openMailroom('keys', { scenario: 'empty' })
  for (const description of ['Checkout', 'Newsletter']) {
    await create(description)
    await expect.element(secret).toBeVisible()
    for (let press = 0; press < 3; press++) await browser.press('Escape')
    await expect.element(secret).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
})

test('a new key whose view is left can still be copied, once', async () => {
  await openMailroom('keys', { scenario: 'empty' })
  await create('Checkout')
  await expect.element(secret).toBeVisible()
  const shown = secret.element().textContent
  await leave()
  await expect.element(created).toBeVisible()
  await page.getByRole('button', { name: 'Copy key' }).click()
  await expect.poll(() => navigator.clipboard.readText()).toBe(shown)
})

test('a key that is created after its view was left can be copied, and a failure is reported', async () => {
  const { calls } = await openMailroom('keys', { scenario: 'empty' })
  let made: MadeKey | undefined
  const answered = Promise.withResolvers<void>()
  calls.set('keys.create', async (_input, ask) => {
    const reply = await ask()
    if (reply.ok) made = reply.output as MadeKey
    await answered.promise
    return reply
  })
  await create('Checkout')
  await expect.poll(() => made).toBeDefined()
  await leave()
  answered.resolve()
  await expect.element(created).toBeVisible()
  await page.getByRole('button', { name: 'Copy key' }).click()
  await expect.poll(() => navigator.clipboard.readText()).toBe(made?.secret)

  const refused = Promise.withResolvers<Reply>()
  calls.set('keys.create', () => refused.promise)
  location.hash = '#/keys'
  await create('Newsletter')
  await leave()
  const error = { code: 'forbidden', message: 'The service refused this account.', retryable: false, details: {} }
  refused.resolve({ ok: false, error })
  await expect.element(page.getByText('The service refused this account.').first()).toBeVisible()
})
