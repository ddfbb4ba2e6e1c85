import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from '../support/open-mailroom.ts'

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
