import { tick } from 'svelte'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { box } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { writeOne } from './support/send-one.ts'

const { invoke, press } = browser
const dialog = page.getByRole('dialog', { name: 'Send this message?' })
const findings = dialog.getByRole('region', { name: 'Open findings' })
const controls = [
  dialog.getByText('Now', { exact: true }),
  dialog.getByText('Later…'),
  dialog.getByRole('combobox', { name: 'Time to undo' }),
  dialog.getByRole('button', { name: 'Cancel' }),
  dialog.getByRole('button', { name: /^Send to 1 recipient/ }),
]

const dismissed = [
  'shop.example doesn’t belong to this account, so mailbox providers may treat the message as forged. Add the domain, or change the sender.',
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

test('the dialog claims that there are no problems only if everything could be checked and the message can be sent', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { accountId, id } = await writeOne()
  const clean = dialog.getByText('No problems found')
  await invoke('drafts.save', { id, content: { dismissed, preheader: 'Hello' } })
  const open = async (draft: string) => {
    location.hash = `#/compose/${draft}`
    await page.getByRole('button', { name: /^Send…/ }).click()
    await expect.element(dialog).toBeVisible()
  }
  const leave = async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'All drafts' }).click()
  }
  await open(id)
  await expect.element(dialog.getByText('Still running…')).not.toBeInTheDocument()
  await expect.element(clean).toBeVisible()
  await leave()

  await invoke('sandbox.setFaults', { faults: [{ kind: 'status', path: '/settings/apikeys', status: 403 }] })
  await open(id)
  await expect
    .element(dialog.getByText(/^Not everything could be checked. The API keys could not be read/))
    .toBeVisible()
  await expect.element(dialog.getByText('Incomplete')).toBeVisible()
  expect(clean.query()).toBeNull()
  await invoke('sandbox.setFaults', { faults: [] })
  await leave()

  const { output } = (await invoke('drafts.create', { accountId, start: { from: 'draft', id } })) as {
    output: { id: string }
  }
  await invoke('drafts.save', { id: output.id, people: { columns: [], at: 0, remove: 1, rows: [] } })
  await open(output.id)
  await expect.element(dialog.getByText('Still running…')).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'Add recipients' })).toBeVisible()
  expect(clean.query()).toBeNull()
})

test('a key that is still held does not confirm the dialog that it opened', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { accountId, id } = await writeOne()
  await invoke('drafts.save', { id, content: { dismissed, preheader: 'Hello' } })
  location.hash = `#/compose/${id}`
  await expect.element(page.getByRole('button', { name: /^Send…/ })).toBeVisible()
  const hold = (repeat: boolean) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, repeat, cancelable: true }))
  hold(false)
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByText('No problems found')).toBeVisible()
  hold(true)
  await tick()
  // Read once, because a button that is busy with sending becomes idle again.
  const button = dialog.getByRole('button', { name: /^Send to 1 recipient/ }).element()
  expect(button.getAttribute('aria-busy')).not.toBe('true')
  const sends = async () => ((await invoke('sends.list', { accountId })) as { output: unknown[] }).output
  expect(await sends()).toEqual([])
  hold(false)
  await expect.poll(sends).toHaveLength(1)
})

test('agreeing to send with errors does not cover errors that are found later', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  await invoke('drafts.save', { id, content: { html: '<p>Hello {{name}} {{code}}</p>' } })
  location.hash = `#/compose/${id}`
  await page.getByRole('button', { name: /^Send…/ }).click()
  const agree = dialog.getByRole('checkbox', { name: /^Send anyway/ })
  await agree.click()
  await expect.element(agree).toBeChecked()
  await invoke('drafts.save', { id, content: { subject: '' } })
  await expect.element(findings.getByText('The message has no subject.')).toBeVisible()
  await expect.element(agree).not.toBeChecked()
})

test('Escape does not close the dialog while the send begins, as if nothing were sent', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { promise, resolve } = Promise.withResolvers<void>()
  calls.set('sends.start', () => promise.then(() => 'go on' as const))
  const { id } = await writeOne()
  await invoke('drafts.save', { id, content: { dismissed, preheader: 'Hello' } })
  location.hash = `#/compose/${id}`
  await page.getByRole('button', { name: /^Send…/ }).click()
  await dialog.getByRole('button', { name: /^Send to 1 recipient/ }).click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await press('Escape')
  await expect.element(dialog).toBeVisible()
  resolve()
  await expect.poll(() => location.hash).toMatch(/^#\/compose\/sent\//)
})
