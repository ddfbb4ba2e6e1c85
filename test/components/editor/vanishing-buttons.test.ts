import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '#shared/contract/base/error.ts'
import { MessageBody } from '../pages/message-body.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'
import { writeOne } from '../support/send-one.ts'

const { invoke, press } = browser
const body = new MessageBody()

let mailroom: Awaited<ReturnType<typeof openMailroom>>
let draft: string

beforeEach(async () => {
  mailroom = await openMailroom('settings', { scenario: 'empty' })
  ;({ id: draft } = await writeOne())
})

/** Presses a button that disappears by it. */
async function pressButton(name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  await expect.element(button).toBeVisible()
  button.element().focus()
  await press('Enter')
  await expect.element(button).not.toBeInTheDocument()
}

test('after a draft is saved by trying again, the focus is in the message', async () => {
  let isFull = true
  mailroom.calls.set('drafts.save', () =>
    isFull ? { ok: false, error: new AppError('disk-full', 'The disk is full.').toJSON() } : 'go on',
  )
  location.hash = `#/compose/${draft}`
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Hello')
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  isFull = false
  await pressButton('Try again')
  await expect.element(subject).toHaveFocus()
})

test('after the duplicates in a field are removed, the focus is in the field', async () => {
  const rows = [1, 2, 3].map(() => ({ address: 'joe@example.org', name: '', values: [], parts: [] }))
  await invoke('drafts.save', { id: draft, people: { columns: [], at: 0, remove: 1, rows } })
  location.hash = `#/compose/${draft}`
  await pressButton(/^Remove duplicates/)
  await expect.element(page.getByRole('combobox', { name: 'To', exact: true })).toHaveFocus()
})

test('after the text part is generated again, the focus is in it', async () => {
  await invoke('drafts.save', { id: draft, content: { text: 'Written', textMode: 'written' } })
  location.hash = `#/compose/${draft}`
  await body.tab('Text').click()
  await pressButton('Generate from HTML again')
  await expect.element(body.text).toHaveFocus()
})

test('after a snippet is removed, the focus stays in the dialog', async () => {
  for (const name of ['Thanks', 'Welcome']) {
    await invoke('snippets.save', { id: crypto.randomUUID(), name, subject: '', html: '', text: name })
  }
  location.hash = '#/compose'
  await page.getByRole('button', { name: 'More ways to start' }).first().click()
  await page.getByRole('menuitem', { name: 'From a snippet…' }).click()
  await pressButton('Remove “Thanks”')
  await expect.element(page.getByRole('dialog').getByRole('button', { name: /^Welcome/ })).toHaveFocus()
  await pressButton('Remove “Welcome”')
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toHaveFocus()
})
