import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from '../support/open-mailroom.ts'
import { addSecondAccount } from '../support/second-account.ts'
import { ask } from '../support/send-one.ts'

const dialog = page.getByRole('dialog')

test('a choice in the native menu or a notification closes a half-filled form only if the user agrees', async () => {
  const { emit } = await openMailroom('domains', { scenario: 'empty' })
  const choose = (action: string) => emit({ name: 'app.action', payload: { action } })
  await page.getByRole('main').getByRole('button', { name: 'Add domain' }).click()
  const domain = dialog.getByRole('textbox', { name: 'Domain', exact: true })
  await domain.fill('shop.example')
  choose('palette.open')
  choose('settings.open')
  const leave = page.getByRole('button', { name: 'Leave view' })
  await expect.element(leave).toBeVisible()
  await expect.element(domain).toHaveValue('shop.example')
  expect(location.hash).toBe('#/domains')
  choose('sidebar.toggle')
  await leave.click()
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  expect(dialog.query()).toBeNull()
})

test('an account that is selected in another window closes a half-filled form only if the user agrees', async () => {
  await openMailroom('domains', { scenario: 'empty' })
  await page.getByRole('main').getByRole('button', { name: 'Add domain' }).click()
  const domain = dialog.getByRole('textbox', { name: 'Domain', exact: true })
  await domain.fill('shop.example')
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  onTestFinished(() => focus.mockRestore())
  const first = await addSecondAccount()
  const follow = page.getByRole('button', { name: 'Switch account' })
  await expect.element(follow).toBeVisible()
  await expect.element(domain).toHaveValue('shop.example')
  const { currentId: second } = await ask<{ currentId: string }>('accounts.list')
  await ask('accounts.select', { id: first })
  await expect.element(follow).not.toBeInTheDocument()
  await ask('accounts.select', { id: second })
  await follow.click()
  await expect.element(page.getByRole('button', { name: 'Account: Second' })).toBeVisible()
  expect(dialog.query()).toBeNull()
})

test('a notification opens the view of its account, although another account is current', async () => {
  const { emit } = await openMailroom('domains', { scenario: 'empty' })
  const accountId = await addSecondAccount()
  await expect.element(page.getByText('Second', { exact: true }).first()).toBeVisible()
  emit({ name: 'app.openView', payload: { accountId, view: 'alerts' } })
  await expect.poll(() => location.hash).toBe('#/alerts')
  expect(await ask('accounts.list')).toMatchObject({ currentId: accountId })
})

test('a link that is opened closes the search help, so that its view is not covered', async () => {
  const { emit } = await openMailroom('messages', { scenario: 'empty' })
  emit({ name: 'app.action', payload: { action: 'search.help' } })
  await expect.element(dialog).toBeVisible()
  emit({ name: 'app.openLink', payload: { text: 'mailroom://recipient/jane%40example.org' } })
  await page.getByRole('button', { name: 'Open link' }).click()
  await expect.element(page.getByRole('heading', { name: 'jane@example.org' })).toBeVisible()
  expect(dialog.query()).toBeNull()
})
