import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Reply } from '#shared/contract/host.ts'
import { keepToasts } from '../support/keep-toasts.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { addSecondAccount } from '../support/second-account.ts'
import { ask } from '../support/send-one.ts'

const main = page.getByRole('main')
const subject = main.getByRole('textbox', { name: 'Subject' })
const second = page.getByText('Second', { exact: true }).first()

test('Undo restores discarded changes in their account, although another account is current', async () => {
  await openMailroom('templates/new', { scenario: 'empty' })
  await subject.fill('Your order')
  await main.getByRole('button', { name: 'Test, save, discard' }).click()
  await page.getByRole('menuitem', { name: 'Discard this template' }).click()
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  keepToasts()
  const accountId = await addSecondAccount()
  await expect.element(second).toBeVisible()
  await undo.click()
  await expect.element(subject).toHaveValue('Your order')
  expect(await ask('accounts.list')).toMatchObject({ currentId: accountId })
})

test('a draft that could not be saved is opened in its account, although another account is current', async () => {
  const { calls } = await openMailroom('templates/new', { scenario: 'empty' })
  const refused = { ok: false, error: { code: 'disk-full', message: 'The disk is full.' } } as Reply
  calls.set('drafts.save', () => refused)
  await subject.fill('Your order')
  await main.getByRole('button', { name: 'Templates' }).click()
  const open = page.getByRole('button', { name: 'Open draft' })
  await expect.element(open).toBeVisible()
  keepToasts()
  const accountId = await addSecondAccount()
  await expect.element(second).toBeVisible()
  await open.click()
  await expect.element(subject).toHaveValue('Your order')
  expect(await ask('accounts.list')).toMatchObject({ currentId: accountId })
})
