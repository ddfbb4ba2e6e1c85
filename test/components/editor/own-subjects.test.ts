import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { writeOne } from '../support/send-one.ts'

const { invoke, press } = browser

test('a finding about a variable of a recipient’s own subject leads to the cell for its value', async () => {
  await openMailroom('compose', { scenario: 'empty' })
  const { id } = await writeOne()
  const row = { address: 'jane@example.org', name: 'Jane', values: ['For {{code}}'], parts: [] }
  await invoke('drafts.save', { id, people: { columns: ['subject'], at: 0, remove: 1, rows: [row] } })
  location.hash = `#/compose/${id}`
  await page.getByRole('tab', { name: 'Checks' }).click()
  await page.getByRole('button', { name: /^\{\{code\}\} has no value for 1 recipient/ }).click()
  await expect.element(page.getByRole('columnheader', { name: 'code' })).toBeVisible()
  await expect.element(page.getByRole('grid')).toHaveFocus()
  const active = () => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
  await expect.poll(() => active()?.getAttribute('aria-colindex')).toBe('5')
  await press('x')
  await press('Enter')
  const people = { columns: ['subject', 'code'], rows: [{ ...row, values: ['For {{code}}', 'x'] }] }
  await expect.poll(() => invoke('drafts.get', { id })).toMatchObject({ output: { people } })
})
