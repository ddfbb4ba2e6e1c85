import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { partOf } from '#test/support/draft-host.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { writeOne } from '../support/send-one.ts'

const { invoke } = browser

test('a file beyond the limit of a recipient stays unticked, and the dialog says why', async () => {
  await openMailroom('compose', { scenario: 'empty' })
  const { id } = await writeOne()
  const ids = Array.from({ length: 21 }, () => crypto.randomUUID())
  const parts = ids.map((part, at) => partOf(part, { kind: 'row', name: `ticket ${at + 1}.pdf` }))
  const row = { address: 'jane@example.org', name: 'Jane', values: [], parts: ids.slice(0, 20) }
  await invoke('drafts.save', { id, content: { parts }, people: { columns: [], at: 0, remove: 1, rows: [row] } })
  location.hash = `#/compose/${id}`
  await page.getByRole('tab', { name: 'Recipients' }).click()
  await page.getByRole('gridcell', { name: 'jane@example.org' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Choose files…' }).click()
  const last = page.getByRole('dialog').getByRole('checkbox', { name: 'ticket 21.pdf' })
  await last.click()
  const reason = 'ticket 21.pdf: not assigned to 1 recipient, because each recipient can have at most 20 files.'
  await expect.element(page.getByRole('alert')).toHaveTextContent(reason)
  await expect.element(last).not.toBeChecked()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'ticket 20.pdf' }).click()
  await last.click()
  await expect.element(last).toBeChecked()
})
