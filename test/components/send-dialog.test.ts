import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { box } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { writeOne } from './support/send-one.ts'

const { invoke } = browser
const dialog = page.getByRole('dialog', { name: 'Send this message?' })
const findings = dialog.getByRole('region', { name: 'Open findings' })
const controls = [
  dialog.getByText('Now', { exact: true }),
  dialog.getByText('Later…'),
  dialog.getByRole('combobox', { name: 'Time to undo' }),
  dialog.getByRole('button', { name: 'Cancel' }),
  dialog.getByRole('button', { name: /^Send to 1 recipient/ }),
]

test('a finding that arrives while the dialog is open moves no button', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  location.hash = `#/compose/${id}`
  await page.getByRole('button', { name: /^Send…/ }).click()
  await expect.element(dialog).toBeVisible()
  await Promise.all(
    dialog
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  )
  const before = controls.map((control) => box(control).toJSON() as unknown)

  // Another window clears the subject.
  expect(await invoke('drafts.save', { id, content: { subject: '' } })).toMatchObject({ ok: true })
  await expect.element(findings.getByText('The message has no subject.')).toBeVisible()
  await expect.element(dialog.getByRole('checkbox', { name: /^Send anyway/ })).toBeVisible()
  expect(controls.map((control) => box(control).toJSON() as unknown)).toEqual(before)
})
