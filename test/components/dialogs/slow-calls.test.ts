import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '#shared/contract/base/error.ts'
import type { Reply } from '#shared/contract/host.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { writeOne } from '../support/send-one.ts'

const { press } = browser
const main = page.getByRole('main')
const dialog = page.getByRole('dialog')

test('a domain’s form stays open until the domain is saved, so that no later view is replaced', async () => {
  const { calls } = await openMailroom('domains', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<void>()
  calls.set('domains.save', () => promise.then(() => 'go on' as const))
  await main.getByRole('button', { name: 'Add domain' }).click()
  await dialog.getByRole('textbox', { name: 'Domain', exact: true }).fill('shop.example')
  await dialog.getByRole('textbox', { name: 'Tracking domain' }).fill('track.shop.example')
  await dialog.getByRole('textbox', { name: 'Confirmation address' }).fill('postmaster@shop.example')
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await press('Escape')
  await expect.element(dialog).toBeVisible()
  resolve()
  await expect.poll(() => location.hash).toBe('#/domains/shop.example')
})

test('the result of a check is not shown below addresses that were pasted in the meantime', async () => {
  const { calls } = await openMailroom('blacklists', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<void>()
  calls.set('blacklists.check', () => promise.then(() => 'go on' as const))
  await main.getByRole('button', { name: 'Check addresses…' }).click()
  const addresses = dialog.getByRole('textbox', { name: 'Addresses' })
  const check = dialog.getByRole('button', { name: 'Check', exact: true })
  await addresses.fill('jane@example.org')
  await check.click()
  await addresses.fill('john@example.org ada@example.org')
  resolve()
  await expect.element(check).not.toHaveAttribute('aria-busy')
  expect(dialog.getByText('is on a list').or(dialog.getByText('are on a list')).query()).toBeNull()
  await check.click()
  await expect.element(dialog.getByText('0 of 2 addresses are on a list.')).toBeVisible()
})

test('saving a snippet closes no dialog that was opened later', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<void>()
  calls.set('snippets.save', () => promise.then(() => 'go on' as const))
  const { id } = await writeOne()
  location.hash = `#/compose/${id}`
  await page.getByRole('button', { name: 'Test, rehearse or save' }).click()
  await page.getByRole('menuitem', { name: 'Save as snippet…' }).click()
  await dialog.getByRole('button', { name: 'Save snippet' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await press('Escape')
  await expect.element(dialog).toBeVisible()
  resolve()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the form of an alert rule stays open until the rule is saved, so that a refusal can be read', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<Reply>()
  calls.set('alerts.save', () => promise)
  location.hash = '#/alerts'
  await main.getByRole('button', { name: 'New rule' }).click()
  await page.getByRole('menuitem').first().click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await press('Escape')
  await expect.element(dialog).toBeVisible()
  resolve({ ok: false, error: new AppError('disk-full', 'The disk is full.').toJSON() })
  await expect.element(dialog.getByText('The disk is full.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled()
})
