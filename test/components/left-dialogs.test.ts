import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '#shared/contract/base/error.ts'
import type { Reply } from '#shared/contract/host.ts'
import { exampleWebhook } from './support/example-webhook.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { ask, writeOne } from './support/send-one.ts'

const { invoke } = browser

const main = page.getByRole('main')
const question = page.getByRole('alertdialog')

const refused: Reply = { ok: false, error: new AppError('forbidden', 'The service refused this.').toJSON() }

/** Presses the acting button of the question, and opens another view while its call is held. */
async function confirmAndLeave(name: string): Promise<void> {
  const button = question.getByRole('button', { name })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  location.hash = '#/settings'
  await expect.element(main.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

/** Opens the question whether to delete a template, whose name is typed. */
async function askToDelete(hold: Promise<Reply>): Promise<void> {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const content = { description: 'Order', from: { address: 'shop@shop.example', name: '' }, subject: 'Your order' }
  const made = { accountId, effectId: crypto.randomUUID(), ...content, html: '<p>Hello</p>', text: '' }
  const { id, name } = await ask<{ id: string; name: string }>('templates.create', made)
  calls.set('templates.remove', () => hold)
  location.hash = `#/templates/${id}`
  await page.getByRole('button', { name: 'Delete…' }).click()
  await question.getByRole('textbox').fill(name)
}

test('a template that is deleted after the user has left replaces no view', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  await askToDelete(promise)
  await confirmAndLeave('Delete template')
  resolve({ ok: true, output: undefined })
  await expect.element(page.getByText('The template “Order” was deleted.').first()).toBeVisible()
  expect(location.hash).toBe('#/settings')
})

test('a template that can’t be deleted is reported after the user has left', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  await askToDelete(promise)
  await confirmAndLeave('Delete template')
  resolve(refused)
  await expect.element(page.getByText('The service refused this.').first()).toBeVisible()
})

test('a webhook that can’t be deleted is reported after the user has left, and in the question before', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const replies: Promise<Reply>[] = [Promise.resolve(refused), promise]
  calls.set('webhooks.list', () => ({ ok: true, output: { webhooks: [exampleWebhook], unreadable: 0 } }))
  calls.set('webhooks.calls', () => ({ ok: true, output: { calls: [], unreadable: 0 } }))
  calls.set('webhooks.remove', () => replies.shift()!)
  location.hash = '#/webhooks/1'
  await main.getByRole('button', { name: 'Delete…' }).click()
  await question.getByRole('button', { name: 'Delete webhook' }).click()
  await expect.element(question.getByText('The service refused this.')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Notifications' })).not.toBeInTheDocument()
  await confirmAndLeave('Delete webhook')
  resolve(refused)
  await expect.element(page.getByText('The service refused this.').first()).toBeVisible()
})

test('a look at the schedules of a report keeps its format', async () => {
  await openMailroom('dashboard', { scenario: 'empty' })
  await main.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Report' })
  const format = dialog.getByRole('radio', { name: /CSV/ })
  await format.click()
  await dialog.getByRole('tab', { name: 'Schedule' }).click()
  await expect.element(format).not.toBeInTheDocument()
  await dialog.getByRole('tab', { name: 'Save now' }).click()
  await expect.element(format).toBeChecked()
})

test('the text that was generated for a message is not kept in its snippet', async () => {
  await openMailroom('compose', { scenario: 'empty' })
  const { id } = await writeOne()
  await invoke('drafts.save', { id, content: { text: 'Hello', textMode: 'made' } })
  location.hash = `#/compose/${id}`
  await page.getByRole('button', { name: 'Test, rehearse or save' }).click()
  await page.getByRole('menuitem', { name: 'Save as snippet…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save snippet' }).click()
  await expect.element(page.getByText(/^The snippet “.*” was saved\.$/).first()).toBeVisible()
  const [snippet] = await ask<{ html: string; text: string }[]>('snippets.list')
  expect(snippet).toMatchObject({ html: '<p>Hello</p>', text: '' })
})
