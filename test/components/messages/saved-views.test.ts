import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Account } from '#shared/contract/accounts.ts'
import type { Reply } from '#shared/contract/host.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { ask } from '../support/send-one.ts'

const search = page.getByRole('combobox', { name: 'Search messages' })

test('Option+1 opens the first saved view, although it is another character on a Mac', async () => {
  await openMailroom('messages?q=invoice', { scenario: 'empty' })
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: /^Save this search/ }).click()
  await page.getByRole('dialog').getByLabelText('Name').fill('Invoices')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('button', { name: 'Invoices' })).toBeVisible()
  location.hash = '#/messages'
  await expect.element(search).toHaveValue('')
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '¡', code: 'Digit1', altKey: true, bubbles: true }))
  await expect.element(search).toHaveValue('invoice')
})

test('a view that is being saved for the team keeps its dialog open, which then shows the failure', async () => {
  const { calls, emit, unheard } = await openMailroom('messages?q=invoice', { scenario: 'empty' })
  const { accounts, currentId } = await ask<{ accounts: Account[]; currentId: string }>('accounts.list')
  const teamServer = { host: 'db.example.org' } as Account['teamServer']
  calls.set('team.views', () => ({ ok: true, output: [] }))
  const { promise, resolve } = Promise.withResolvers<void>()
  const failure = { code: 'service-failure', message: 'The server is full.' } as const
  calls.set('team.saveView', () => promise.then(() => ({ ok: false, error: failure }) as Reply))
  // The account uses no server, as the core would say with each of its events.
  unheard.add('accounts.changed')
  emit({
    name: 'accounts.changed',
    payload: { accounts: accounts.map((account) => ({ ...account, teamServer })), currentId },
  })
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: /^Save this search/ }).click()
  await dialog.getByLabelText('Name').fill('Invoices')
  await dialog.getByRole('switch', { name: 'Share with the team' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await browser.press('Escape')
  await expect.element(dialog).toBeVisible()
  resolve()
  await expect.element(dialog.getByText('The server is full.')).toBeVisible()
})
