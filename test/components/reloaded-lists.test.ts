import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { exampleWebhook } from './support/example-webhook.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { ask } from './support/send-one.ts'

const { press } = browser
const main = page.getByRole('main')

test('the closed details of a blacklist entry stay closed when the list is loaded again', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const add = (email: string) =>
    ask('blacklists.add', { accountId, type: 'bounces', email, reason: 'Mailbox full', list: '' })
  await add('ada@shop.example')
  location.hash = '#/blacklists'
  await main.getByRole('row').filter({ hasText: 'ada@shop.example' }).click()
  const close = main.getByRole('button', { name: 'Close details' })
  await close.click()
  await expect.element(close).not.toBeInTheDocument()
  await add('bob@shop.example')
  await expect.element(main.getByRole('row').filter({ hasText: 'bob@shop.example' })).toBeVisible()
  await expect.element(main.getByRole('row', { selected: true })).toBeVisible()
  expect(close.query()).toBeNull()
  await main.getByRole('row').filter({ hasText: 'ada@shop.example' }).click()
  await expect.element(close).toBeVisible()
})

test('the log of a webhook is loaded again only after further calls', async () => {
  const { calls, emit } = await openMailroom('settings', { scenario: 'empty' })
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const list = (change: Partial<typeof exampleWebhook>) => {
    calls.set('webhooks.list', () => ({
      ok: true,
      output: { webhooks: [{ ...exampleWebhook, ...change }], unreadable: 0 },
    }))
    emit({ name: 'webhooks.changed', payload: { accountId } })
  }
  let loads = 0
  calls.set('webhooks.calls', () => {
    loads++
    return { ok: true, output: { calls: [], unreadable: 0 } }
  })
  list({})
  location.hash = '#/webhooks/1'
  await expect.element(main.getByText('No calls yet.')).toBeVisible()
  expect(loads).toBe(1)
  list({ description: 'Store' })
  await expect.element(main.getByRole('heading', { name: 'Store' })).toBeVisible()
  expect(loads).toBe(1)
  list({ description: 'Store', errors: 1 })
  await expect.poll(() => loads).toBe(2)
})

test('the Undo of a rest that came too late says so, and opens nothing', async () => {
  const { calls, emit } = await openMailroom('overview', { scenario: 'empty' })
  calls.set('sends.cancel', () => ({ ok: true, output: { draftId: null, hasLeft: true } }))
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const { id: draftId } = await ask<{ id: string }>('drafts.create', { accountId, start: { from: 'blank' } })
  const from = { address: 'hello@shop.example', name: 'Shop' }
  const content = { from, subject: 'Hello', text: 'Hi', textMode: 'written' }
  const rows = [{ address: 'jane@example.org', name: '', values: [], parts: [] }]
  await ask('drafts.save', { id: draftId, content, people: { columns: [], at: 0, remove: 0, rows } })
  const send = await ask<{ id: string }>('sends.start', { draftId, at: null, undoSeconds: 120 })
  emit({ name: 'sends.changed', payload: { ...send, restOf: crypto.randomUUID() } as never })
  await press('z')
  await expect.element(page.getByText(/^It was too late to undo the send/).first()).toBeVisible()
  expect(location.hash).toBe('#/overview')
})
