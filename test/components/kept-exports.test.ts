import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ExportEntry } from '#shared/contract/exports.ts'
import { exampleExport } from './support/example-export.ts'
import { openMailroom } from './support/open-mailroom.ts'

const main = page.getByRole('main')
const dialog = page.getByRole('alertdialog')

/** The list with this export, and how often its removal was requested. */
async function openWith(change: Partial<ExportEntry>) {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const output = [exampleExport('new.csv', change), exampleExport('june.csv')]
  const seen = { removals: 0 }
  calls.set('exports.list', () => ({ ok: true, output }))
  calls.set('exports.remove', () => {
    seen.removals++
    output.shift()
    return { ok: true, output: undefined }
  })
  location.hash = '#/exports'
  await main.getByRole('row', { name: /new\.csv/ }).click()
  return seen
}

test('an export with the only copy of its rows is removed only after a question', async () => {
  const seen = await openWith({ state: 'failed', keepsDelta: true })
  const remove = main.getByRole('button', { name: 'Remove from list…' })
  await remove.click()
  await expect.element(dialog.getByText(/^These rows can’t be requested again\..*“Save kept export”/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(remove).toHaveFocus()
  expect(seen.removals).toBe(0)

  await remove.click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('“new.csv” was removed from the list.').first()).toBeVisible()
  await expect.element(main.getByRole('grid', { name: 'Exports' })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(seen.removals).toBe(1)
})

test('an interrupted delta is removed after a question, too, and a finished one without', async () => {
  const seen = await openWith({ state: 'interrupted' })
  await main.getByRole('row', { name: /new\.csv/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove from list…' }).click()
  await expect.element(dialog.getByText(/export the same period in full/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(main.getByRole('grid', { name: 'Exports' })).toHaveFocus()
  expect(seen.removals).toBe(1)

  await main.getByRole('row', { name: /june\.csv/ }).click()
  await main.getByRole('button', { name: 'Remove from list', exact: true }).click()
  await expect.element(page.getByText('“june.csv” was removed from the list.').first()).toBeVisible()
  expect(seen.removals).toBe(2)
})
