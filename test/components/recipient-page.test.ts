import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violations } from './support/axe.ts'
import { keepToasts } from './support/keep-toasts.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { press } = browser
const main = page.getByRole('main')
const grid = main.getByRole('grid')
const firstRow = grid.getByRole('row').nth(1)
const field = main.getByRole('combobox', { name: 'Search' })
const details = main.getByRole('complementary', { name: 'Message' })

async function ask<Output>(name: string, input?: unknown): Promise<Output> {
  const reply = await browser.invoke(name, input)
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply)}`)
  return reply.output as Output
}

const email = 'ada@shop.example'
const subjects = ['Invoice 12', 'Welcome to the shop', 'Your order is on its way', 'Your parcel has arrived']

/** Sends one person a message with each subject, and opens their page once the archive has all of them. */
async function openRecipient() {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  for (const subject of subjects) {
    const { id } = await ask<{ id: string }>('drafts.create', { accountId, start: { from: 'blank' } })
    const from = { address: 'hello@shop.example', name: 'Shop' }
    const content = { from, subject, html: '<p>Hi</p>', text: 'Hi', textMode: 'written' }
    const rows = [{ address: email, name: '', values: [], parts: [] }]
    await ask('drafts.save', { id, content, people: { columns: [], at: 0, remove: 0, rows } })
    await ask('sends.start', { draftId: id, at: null, undoSeconds: 0 })
  }
  const search = { accountId, text: `to:=${email}`, zone: 'UTC', offset: 0, limit: 10 }
  const found = async () => (await ask<{ rows: unknown[] }>('messages.search', search)).rows.length
  await expect.poll(found).toBe(subjects.length)
  location.hash = `#/recipients/${encodeURIComponent(email)}`
  await expect.element(firstRow).toBeVisible()
  return calls
}

test('messages to a person can be searched, sorted and opened as in Messages', async () => {
  await openRecipient()
  const shown = () =>
    grid
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => row.children[2]?.textContent?.trim())
  await expect.poll(shown).toHaveLength(subjects.length)

  await grid.getByRole('button', { name: 'Subject' }).click()
  await expect.poll(() => shown()[0]).toBe(subjects[0])

  const found = subjects.filter((subject) => subject.startsWith('Your'))
  await field.fill('subject:your')
  await expect.element(main.getByText(`${found.length} of ${subjects.length} messages`)).toBeVisible()
  await expect.poll(() => shown().length).toBe(found.length)

  await press('Enter')
  await press('ArrowDown')
  await expect.element(grid).toHaveFocus()
  await expect.element(details).toBeVisible()
  await press('Escape')
  await expect.element(details).not.toBeInTheDocument()
  await press('Enter')
  await expect.element(details).toBeVisible()
  expect(await violations()).toEqual([])
  await press('Escape')

  // A row’s menu has the same items as in Messages, except those about the person.
  await firstRow.click({ button: 'right' })
  const names = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent?.trim() ?? '')
  await expect.poll(names).toContain('Copy link')
  expect(names().some((name) => name.startsWith('Copy delivery summary'))).toBe(true)
  expect(names().some((name) => name.includes('recipient'))).toBe(false)
})

test('an address only on a custom list is not shown as blocked', async () => {
  await openRecipient()
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const entry = { accountId, type: 'unsubscribers', email, reason: 'asked' }
  await ask('blacklists.add', { ...entry, list: 'news' })
  await expect.element(main.getByText(/^Only on the custom list news of Unsubscribers since .*: asked$/)).toBeVisible()
  await expect.element(main.getByText('Only on the custom list news', { exact: true })).toBeVisible()
  const title = 'The service sends nothing to this address while it is on this list.'
  await expect.element(main.getByTitle(title)).not.toBeInTheDocument()
  await ask('blacklists.add', { ...entry, list: '' })
  await expect.element(main.getByTitle(title)).toBeVisible()
  await expect.element(main.getByText(/^On Unsubscribers since .*: asked$/)).toBeVisible()
})

test('a removal from a blacklist can be undone if the lists were read', async () => {
  const calls = await openRecipient()
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const entry = { accountId, type: 'unsubscribers', email, reason: 'asked' }
  const listed = main.getByText(/^On Unsubscribers since .*: asked$/)
  const remove = main.getByRole('button', { name: 'Remove from Unsubscribers…' })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Remove 1 address' })
  await ask('blacklists.add', { ...entry, list: '' })
  await expect.element(listed).toBeVisible()
  await ask('blacklists.read', { accountId, ifOlderThan: null, types: ['unsubscribers'] })
  const { reason, ...place } = entry
  const known = async () => (await ask<{ entries: unknown[] }>('blacklists.entries', place)).entries.length
  await expect.poll(known).toBe(1)
  const added: unknown[] = []
  calls.set('blacklists.add', (input) => {
    added.push(input)
    return 'go on'
  })
  await remove.click()
  keepToasts()
  await confirm.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => added).toEqual([{ ...place, reason, list: '' }])
  await expect.element(listed).toBeVisible()
})
