import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '#shared/contract/base/error.ts'
import type { Reply } from '#shared/contract/host.ts'
import type { BridgeCalls } from '../e2e/support/hosts/page-calls.ts'
import { exampleExport } from './support/example-export.ts'
import { exampleWebhook } from './support/example-webhook.ts'
import { keepToasts } from './support/keep-toasts.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { addSecondAccount } from './support/second-account.ts'
import { ask, writeOne } from './support/send-one.ts'

const { invoke } = browser
const main = page.getByRole('main')

async function leave(): Promise<void> {
  location.hash = '#/settings'
  await expect.element(main.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

test('a draft that is created after the user has left is offered, and replaces no view', async () => {
  const { calls } = await openMailroom('compose', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<void>()
  calls.set('drafts.create', () => promise.then(() => 'go on' as const))
  await main.getByRole('button', { name: 'New message' }).first().click()
  await leave()
  keepToasts()
  resolve()
  const open = page.getByRole('button', { name: 'Open draft' })
  await expect.element(open).toBeVisible()
  expect(location.hash).toBe('#/settings')
  await open.click()
  await expect.element(main.getByRole('textbox', { name: 'Subject' })).toBeVisible()
})

test('an account that can’t be saved is reported after the user has left its form', async () => {
  const { calls } = await openMailroom('accounts', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<Reply>()
  calls.set('accounts.update', () => promise)
  await main.getByRole('button', { name: /^Edit/ }).first().click()
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await leave()
  resolve({ ok: false, error: new AppError('keychain-failed', 'The keychain didn’t respond.').toJSON() })
  await expect.element(page.getByText(/was not saved\.$/)).toBeVisible()
  await expect.element(page.getByText('The keychain didn’t respond.').first()).toBeVisible()
})

test('a test message that is refused after its dialog was closed is reported', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  const { promise, resolve } = Promise.withResolvers<Reply>()
  calls.set('sends.testDraft', () => promise)
  location.hash = `#/compose/${id}`
  await page.getByRole('button', { name: 'Test, rehearse or save' }).click()
  await page.getByRole('menuitem', { name: /^Send a test/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a test of this message' })
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await browser.press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  resolve({ ok: false, error: new AppError('forbidden', 'The service refused this account.').toJSON() })
  await expect.element(page.getByText('The test message was not sent.').first()).toBeVisible()
  await expect.element(page.getByText('The service refused this account.').first()).toBeVisible()
})

test('a test of a webhook that fails after another view was opened is reported', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<Reply>()
  calls.set('webhooks.list', () => ({ ok: true, output: { webhooks: [exampleWebhook], unreadable: 0 } }))
  calls.set('webhooks.calls', () => ({ ok: true, output: { calls: [], unreadable: 0 } }))
  calls.set('webhooks.test', () => promise)
  location.hash = '#/webhooks/1'
  await main.getByRole('button', { name: 'Test', exact: true }).click()
  await leave()
  resolve({ ok: false, error: new AppError('service-failure', 'The receiver did not respond.').toJSON() })
  await expect.element(page.getByText(/^The test of “.*” failed\.$/).first()).toBeVisible()
  await expect.element(page.getByText('The receiver did not respond.').first()).toBeVisible()
})

test('a domain that can’t be saved is reported after the user has left its form', async () => {
  const { calls } = await openMailroom('domains', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<Reply>()
  calls.set('domains.save', () => promise)
  await main.getByRole('button', { name: 'Add domain' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Domain', exact: true }).fill('shop.example')
  await dialog.getByRole('textbox', { name: 'Tracking domain' }).fill('track.shop.example')
  await dialog.getByRole('textbox', { name: 'Confirmation address' }).fill('postmaster@shop.example')
  const save = dialog.getByRole('button', { name: 'Add domain' })
  await save.click()
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  await leave()
  resolve({ ok: false, error: new AppError('forbidden', 'The service refused this domain.').toJSON() })
  await expect.element(page.getByText('The service refused this domain.').first()).toBeVisible()
  expect(location.hash).toBe('#/settings')
})

test('a template that is created again after the user has left replaces no view', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const content = { description: 'Order', from: { address: 'shop@shop.example', name: '' }, subject: 'Your order' }
  const made = { accountId, effectId: crypto.randomUUID(), ...content, html: '<p>Hello</p>', text: '' }
  const { id } = await ask<{ id: string }>('templates.create', made)
  await ask('templates.remove', { accountId, id, effectId: crypto.randomUUID() })
  const { promise, resolve } = Promise.withResolvers<Reply>()
  calls.set('templates.create', () => promise)
  location.hash = `#/templates/${id}`
  await page.getByRole('button', { name: 'Create again…' }).click()
  const again = page.getByRole('alertdialog').getByRole('button', { name: 'Create again' })
  await again.click()
  await expect.element(again).toHaveAttribute('aria-busy', 'true')
  await leave()
  resolve({ ok: true, output: { id: 'other', name: 'order', version: null } })
  await expect.element(page.getByText('The template “order” was created again with a new ID.').first()).toBeVisible()
  expect(location.hash).toBe('#/settings')
})

test('an export that starts after the user has left its form replaces no view', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<Reply>()
  calls.set('exports.last', () => ({
    ok: true,
    output: { layout: null, saveAs: null, folder: { token: 'documents', name: 'Documents' } },
  }))
  calls.set('exports.start', () => promise)
  location.hash = '#/exports/new'
  await main.getByRole('button', { name: 'Export', exact: true }).click()
  await expect.element(main.getByRole('button', { name: 'Export', exact: true })).toHaveAttribute('aria-busy', 'true')
  await leave()
  resolve({ ok: true, output: { jobId: 'job' } })
  await expect.element(page.getByText(/^The export has started\./).first()).toBeVisible()
  expect(location.hash).toBe('#/settings')
})

test('the search field of the recipients is empty once others are shown', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  const wrong = { address: 'nobody', name: '', values: [], parts: [] }
  await invoke('drafts.save', { id, people: { columns: [], at: 1, remove: 0, rows: [wrong] } })
  location.hash = `#/compose/${id}`
  await page.getByRole('tab', { name: 'Recipients' }).click()
  const search = page.getByRole('searchbox', { name: 'Search recipients' })
  await search.fill('jane')
  await expect.element(page.getByText('1 of 2 recipients')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.element(page.getByRole('gridcell', { name: 'nobody' })).toBeVisible()
  await expect.element(search).toHaveValue('')
})

test('the removal of an export does not close the details of another that were opened in the meantime', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const output = [exampleExport('may.csv'), exampleExport('june.csv')]
  const { promise, resolve } = Promise.withResolvers<Reply>()
  calls.set('exports.list', () => ({ ok: true, output }))
  calls.set('exports.remove', () => promise)
  location.hash = '#/exports'
  await main.getByRole('row', { name: /may\.csv/ }).click()
  await main.getByRole('button', { name: 'Remove from list' }).click()
  await main.getByRole('row', { name: /june\.csv/ }).click()
  const details = main.getByRole('heading', { name: 'june.csv' })
  await expect.element(details).toBeVisible()
  resolve({ ok: true, output: undefined })
  await expect.element(page.getByText('“may.csv” was removed from the list.').first()).toBeVisible()
  await expect.element(details).toBeVisible()
})

/** Searches for a recipient, who is found once the returned function is called. */
async function searchRecipient(calls: BridgeCalls): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  calls.set('recipients.find', () => promise)
  await main.getByRole('combobox', { name: 'Name or address' }).fill('ada')
  await main.getByRole('button', { name: 'Find', exact: true }).click()
  return async () => {
    resolve({
      ok: true,
      output: { recipients: [{ email: 'ada@example.org', messages: 1, newest: null }], complete: true },
    })
    // The page receives this reply after the other one.
    await ask('accounts.list')
  }
}

test('a recipient who is found after the user has left the field replaces no view', async () => {
  const { calls } = await openMailroom('recipients', { scenario: 'empty' })
  const find = await searchRecipient(calls)
  await leave()
  await find()
  expect(location.hash).toBe('#/settings')
})

test('a recipient who is found after the user has switched accounts is not looked up in the other account', async () => {
  const { calls } = await openMailroom('recipients', { scenario: 'empty' })
  const find = await searchRecipient(calls)
  await addSecondAccount()
  await expect.element(main.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const shown = location.hash
  await find()
  expect(location.hash).toBe(shown)
})

test('a snippet whose removal can’t be undone is reported', async () => {
  const { calls } = await openMailroom('compose', { scenario: 'empty' })
  await invoke('snippets.save', { id: crypto.randomUUID(), name: 'Thanks', subject: '', html: '', text: 'Thanks' })
  calls.set('snippets.save', () => ({ ok: false, error: new AppError('disk-full', 'The disk is full.').toJSON() }))
  await main.getByRole('button', { name: 'More ways to start' }).first().click()
  await page.getByRole('menuitem', { name: 'From a snippet…' }).click()
  keepToasts()
  await page.getByRole('button', { name: 'Remove “Thanks”' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('The disk is full.').first()).toBeVisible()
})
