import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { exampleWebhook } from '../support/example-webhook.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { ask } from '../support/send-one.ts'

const { press, type } = browser
const main = page.getByRole('main')
const dialog = page.getByRole('dialog')

test('a late result opens nothing once the palette is closed', async () => {
  const { calls } = await openMailroom('overview', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<void>()
  calls.set('messages.values', async () => {
    await promise
    return { ok: true, output: [{ value: 'zzspring', messages: 3 }] }
  })
  await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible()
  await press('Control+k')
  await expect.element(dialog).toBeVisible()
  await type('zzspring')
  await press('Enter')
  await press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  resolve()
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  expect(location.hash).toBe('#/overview')
})

test('after the last webhook is deleted, the focus is on the button that adds one', async () => {
  const { calls, emit } = await openMailroom('settings', { scenario: 'empty' })
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  calls.set('webhooks.list', () => ({ ok: true, output: { webhooks: [exampleWebhook], unreadable: 0 } }))
  calls.set('webhooks.calls', () => ({ ok: true, output: { calls: [], unreadable: 0 } }))
  calls.set('webhooks.remove', () => ({ ok: true, output: undefined }))
  location.hash = '#/webhooks/1'
  await main.getByRole('button', { name: 'Delete…' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete webhook' }).click()
  await expect.element(question).not.toBeInTheDocument()
  calls.set('webhooks.list', () => ({ ok: true, output: { webhooks: [], unreadable: 0 } }))
  emit({ name: 'webhooks.changed', payload: { accountId } })
  await expect.element(main.getByText('No webhooks yet')).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'New webhook' })).toHaveFocus()
})
