import { expect, onTestFinished, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { focus } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { invoke, press } = browser
const main = page.getByRole('main')
const grid = main.getByRole('grid')
const firstRow = grid.getByRole('row').nth(1)

async function currentAccount(): Promise<string> {
  const reply = await invoke('accounts.list', undefined)
  return reply.ok ? (reply.output as { currentId: string }).currentId : ''
}

async function goesDownAndBack(field: Locator): Promise<void> {
  await expect.element(firstRow).toBeVisible()
  await focus(field)
  await press('ArrowDown')
  await expect.element(grid).toHaveFocus()
  await expect.element(grid).toHaveAttribute('aria-activedescendant')
  // The first press closes the panel beside the rows.
  await press('Escape')
  await press('Escape')
  await expect.element(field).toHaveFocus()
}

test('↓ moves from a blacklist’s search into its rows, and Escape moves back', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const added = {
    accountId: await currentAccount(),
    type: 'bounces',
    reason: 'by hand',
    list: '',
    email: 'a@shop.example',
  }
  await invoke('blacklists.add', added)
  location.hash = '#/blacklists'
  await goesDownAndBack(main.getByRole('searchbox', { name: 'Search addresses' }))
})

test('drafts can be found, opened by their menu and removed by keyboard without losing the focus', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const accountId = await currentAccount()
  const content = { from: { address: 'hello@shop.example', name: '' }, html: '', text: 'Hello', textMode: 'written' }
  for (let number = 1; number <= 9; number++) {
    const made = await invoke('drafts.create', { accountId, start: { from: 'blank' } })
    const { id } = (made as { output: { id: string } }).output
    await invoke('drafts.save', { id, content: { ...content, subject: `Draft ${number}` } })
  }
  location.hash = '#/compose'
  const field = main.getByRole('searchbox', { name: 'Find a draft' })
  const chosen = grid.getByRole('row', { selected: true })
  await goesDownAndBack(field)

  await field.fill('draft 5')
  await expect.element(firstRow.getByText('Draft 5')).toBeVisible()
  await press('ArrowDown')
  await press('Delete')
  // Eight drafts are left, and the search that hides them stays visible.
  await expect.element(main.getByText('No matches for “draft 5”.')).toBeVisible()
  await expect.element(grid).toHaveFocus()
  await field.fill('')
  await expect.element(grid).toHaveAttribute('aria-rowcount', '9')

  await press('ArrowDown')
  await press('ArrowDown')
  await expect.element(chosen.getByText('Draft 8')).toBeVisible()
  await press('Delete')
  await expect.element(chosen.getByText('Draft 7')).toBeVisible()
  await expect.element(grid).toHaveFocus()
  await press('Shift+F10')
  await expect.element(page.getByRole('menuitem', { name: 'Copy to a new draft' })).toBeVisible()
  await press('Escape')
  await press('Enter')
  await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Draft 7')
})

test('↓ moves from the recipient search to the matches below', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const recent = ['ada@shop.example', 'eva@shop.example']
  await invoke('settings.change', { viewState: { [`recentRecipients:${await currentAccount()}`]: recent } })
  location.hash = '#/recipients'
  const field = main.getByRole('combobox')
  const [first, second] = recent.map((name) => main.getByRole('link', { name }))
  await expect.element(second!).toBeVisible()
  await focus(field)
  await press('ArrowDown')
  await expect.element(first!).toHaveFocus()
  await press('ArrowDown')
  await expect.element(second!).toHaveFocus()
  await press('ArrowUp')
  await press('ArrowUp')
  await expect.element(field).toHaveFocus()
})

/** Returns a function that says whether the page has shown this text at any time since. */
function hasSaid(text: string): () => boolean {
  let isSaid = false
  const observer = new MutationObserver(() => (isSaid ||= document.body.textContent.includes(text)))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return () => isSaid
}

test('the outbox can be searched and opened by keyboard, sorts all of its messages, and cuts off no text', async () => {
  const isEmpty = hasSaid('Nothing sent yet')
  await openMailroom('sandbox/outbox', { scenario: 'demo' })
  const field = main.getByRole('searchbox', { name: 'Search the outbox' })
  await expect.element(firstRow).toBeVisible()
  // It is not empty even while loading.
  expect(isEmpty()).toBe(false)
  await focus(field)
  await press('ArrowDown')
  await expect.element(grid).toHaveFocus()
  await press('Enter')
  await expect.element(main.getByRole('button', { name: 'Close the message' })).toBeVisible()
  await press('Escape')
  await press('Escape')
  await expect.element(field).toHaveFocus()

  const cells = () => firstRow.getByRole('gridcell')
  const states = grid.getByRole('columnheader', { name: 'State' })
  await states.getByRole('button', { name: 'State' }).click()
  // The last row of the newest page is a delivered message, so the first complaint is on an earlier page.
  await expect.element(cells().nth(1)).toHaveTextContent('Complaint')
  const cut = () =>
    [...grid.element().querySelectorAll('[role=gridcell]:nth-child(-n + 2)')]
      .filter((cell) => cell.scrollWidth > cell.clientWidth)
      .map((cell) => cell.textContent)
  await expect.poll(cut).toEqual([])

  await firstRow.click({ button: 'right' })
  const names = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent?.trim())
  await expect.poll(names).toEqual(['Open', 'Copy address', 'Copy message ID', 'Show request'])
  await page.getByRole('menuitem', { name: 'Show request' }).click()
  // Messages of a scenario were not sent from Mailroom.
  const notice = page.getByRole('paragraph').filter({ hasText: 'The log doesn’t show which request sent this message' })
  await expect.element(notice).toBeVisible()
})
