import { expect } from './support/fixtures.ts'
import { watchJumps } from './support/jumps.ts'
import { historyTest as test } from './support/shop.ts'

const rows = '[role=grid] [role=row]'
const suggestions = '[role=listbox]'

test('only rows move while a search is typed, a state is clicked, and rows are stepped through', async ({ app }) => {
  const { page } = app
  const { messages, detail } = app.pages
  await messages.settled()

  await test.step('while a search and its suggestions are typed letter by letter', async () => {
    const jumps = await watchJumps(page, [rows, suggestions])
    await messages.title.click()
    await page.keyboard.press('/')
    for (const letter of 'state:delivered yo') {
      await page.keyboard.type(letter)
      await messages.settled()
    }
    await page.keyboard.press('Enter')
    await messages.settled()
    expect(await jumps()).toEqual([])
  })

  await test.step('while a click filters the rows by state', async () => {
    await messages.searchFor('')
    await messages.settled()
    const jumps = await watchJumps(page, [rows, suggestions])
    await messages.filter.click()
    await messages.stateFilter.selectOption('delivered')
    await page.keyboard.press('Escape')
    await messages.settled()
    await expect(messages.search).toHaveValue('state:delivered')
    expect(await jumps()).toEqual([])
  })

  await test.step('while rows are stepped through beside the detail', async () => {
    await messages.rows.nth(1).click()
    await expect(detail.timeline).toBeVisible()
    await expect(detail.article).toHaveAttribute('aria-busy', 'false')
    const placeOf = async () => [(await detail.headline.boundingBox())!.y, (await detail.timeline.boundingBox())!.y]
    const before = await placeOf()
    // A line may be a part of a pixel higher for one frame, which nobody sees.
    const moved = async () => (await placeOf()).filter((y, at) => Math.abs(y - before[at]!) >= 1)
    // The rows scroll by one when the selection reaches the last visible row.
    const jumps = await watchJumps(page, [rows])
    for (let row = 0; row < 12; row++) {
      await page.keyboard.press('ArrowDown')
      await expect(detail.article).toHaveAttribute('aria-busy', 'false')
      expect(await moved()).toEqual([])
    }
    expect(await jumps()).toEqual([])
  })
})

test('only rows move while a list is filtered', async ({ app }) => {
  const { page } = app
  const { shell, templates, blacklists } = app.pages
  for (const [view, search, text] of [
    ['templates', templates.search, 'order'],
    ['blacklists', blacklists.search, 'example.net'],
  ] as const) {
    await shell.open(view)
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    await expect(shell.busyParts).toHaveCount(0)
    const jumps = await watchJumps(page, [rows])
    await search.focus()
    for (const letter of text) {
      await page.keyboard.type(letter)
      await expect(shell.busyParts).toHaveCount(0)
    }
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toContainText(text)
    expect(await jumps(), view).toEqual([])
  }
})
