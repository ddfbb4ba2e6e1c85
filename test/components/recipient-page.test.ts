import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violations } from './support/axe.ts'
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

type Row = { email: string; subject: string; lastState: string }

/** Opens the page of the person who got the most messages of the last week. Returns those messages. */
async function openRecipient(): Promise<Row[]> {
  await openMailroom('settings', { scenario: 'demo' })
  const { currentId: accountId } = await ask<{ currentId: string }>('accounts.list')
  const { clock } = await ask<{ clock: { now: number } }>('sandbox.state')
  const from = Math.floor(clock.now / 1000) - 7 * 86_400
  await ask('sync.configure', { accountId, options: { from } })
  await ask('sync.now', { accountId })
  await expect
    .poll(() => ask<{ running: boolean; lastEndedAt: number | null }>('sync.status', { accountId }), {
      timeout: 30_000,
    })
    .toMatchObject({ running: false, lastEndedAt: expect.any(Number) as number })
  const search = { accountId, text: '', zone: 'UTC', offset: 0, limit: 500 }
  const { rows } = await ask<{ rows: Row[] }>('messages.search', search)
  const byPerson = Object.values(Object.groupBy(rows, ({ email }) => email)) as Row[][]
  const [email] = byPerson.toSorted((one, other) => other.length - one.length)[0]!.map((row) => row.email)
  location.hash = `#/recipients/${encodeURIComponent(email!)}`
  await expect.element(firstRow).toBeVisible()
  return (await ask<{ rows: Row[] }>('messages.search', { ...search, text: `to:=${email}` })).rows
}

test('the messages to a person are searched, sorted and opened as in Messages', async () => {
  const messages = await openRecipient()
  const subjects = messages.map(({ subject }) => subject).toSorted()
  expect(new Set(subjects).size).toBeGreaterThan(1)
  const shown = () =>
    grid
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => row.children[2]?.textContent?.trim())
  await expect.poll(shown).toHaveLength(messages.length)

  await grid.getByRole('button', { name: 'Subject' }).click()
  await expect.poll(() => shown()[0]).toBe(subjects[0])

  const wordsOf = (subject: string) => subject.toLowerCase().split(/[^a-z]+/)
  const word = subjects.flatMap(wordsOf).find((each) => each.length > 3)!
  const found = subjects.filter((subject) => wordsOf(subject).some((each) => each.startsWith(word)))
  await field.fill(`subject:${word}`)
  await expect.element(main.getByText(`${found.length} of ${messages.length} messages`)).toBeVisible()
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

  // The menu of a row is that of Messages, without the person.
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
