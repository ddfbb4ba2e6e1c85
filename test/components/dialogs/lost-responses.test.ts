import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { ask, writeOne } from '../support/send-one.ts'

const { invoke } = browser
const dialog = page.getByRole('dialog')
const check = dialog.getByRole('button', { name: 'Check', exact: true })

/** The service may have carried out a call that ends with status 500. */
function loseResponses(path: string) {
  return invoke('sandbox.setFaults', { faults: [{ kind: 'status', path, method: 'POST', status: 500 }] })
}

test('a webhook whose response was lost can’t be added again until a check shows that it doesn’t exist', async () => {
  await openMailroom('webhooks', { scenario: 'empty' })
  await loseResponses('/settings/webhooks')
  await page.getByRole('main').getByRole('button', { name: 'New webhook' }).click()
  await dialog.getByLabelText('URL').fill('https://shop.example/events')
  const add = dialog.getByRole('button', { name: 'Add webhook' })
  await add.click()
  await expect.element(dialog.getByText('the webhook may or may not have been added')).toBeVisible()
  await expect.element(add).toBeDisabled()
  await check.click()
  await expect.element(add).toBeEnabled()
})

test('a template whose response was lost can’t be added again until a check shows that it doesn’t exist', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  location.hash = `#/compose/${id}`
  await page.getByRole('button', { name: 'Test, rehearse or save' }).click()
  await page.getByRole('menuitem', { name: 'Save as template…' }).click()
  await loseResponses('/settings/templates')
  const add = dialog.getByRole('button', { name: 'Add template' })
  await add.click()
  await expect.element(dialog.getByText('the template may or may not have been created')).toBeVisible()
  await expect.element(add).toBeDisabled()
  await check.click()
  await expect.element(add).toBeEnabled()
})

test('a deleted template is not created twice by pressing again after a lost response', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const content = { description: 'Order', from: { address: 'shop@shop.example', name: '' }, subject: 'Your order' }
  const made = { accountId, effectId: crypto.randomUUID(), ...content, html: '<p>Hello</p>', text: '' }
  const { id } = await ask<{ id: string }>('templates.create', made)
  await ask('templates.remove', { accountId, id, effectId: crypto.randomUUID() })
  await loseResponses('/settings/templates')
  location.hash = `#/templates/${id}`
  const open = page.getByRole('button', { name: 'Create again…' })
  const question = page.getByRole('alertdialog')
  const again = question.getByRole('button', { name: 'Create again' })
  await open.click()
  await again.click()
  await expect.element(question.getByText('the template may or may not have been created')).toBeVisible()
  await again.click()
  await expect.element(question.getByText(/already/)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await open.click()
  await again.click()
  await expect.element(question.getByText(/already/)).toBeVisible()
})
