import { expect, notInElectron } from './support/fixtures.ts'
import { decideCalls } from './support/hosts/page-calls.ts'
import { historyTest as test } from './support/shop.ts'

test(
  'a search that is too long stays in its field with the reason, and a long word does not widen the page',
  notInElectron('The calls of Electron are not seen from here.'),
  async ({ app }) => {
    const { page } = app
    const { shell, messages, sync } = app.pages
    let asked = 0
    await decideCalls(page, 'messages.valuesSuperseding', () => {
      asked += 1
      return 'go on'
    })
    await messages.searchFor('state:delivered')
    await messages.settled()
    const first = await messages.rows.nth(1).innerText()

    const limit = page.getByText('The limit for the search is 20,000 characters. Shorten the text.')
    await messages.searchFor('word '.repeat(5000))
    await expect(limit).toHaveCount(1)
    await expect(messages.search).toHaveValue('word '.repeat(5000))
    await expect(messages.rows.nth(1)).toHaveText(first, { useInnerText: true })
    await messages.clearSearch.click()
    await expect(messages.search).toHaveValue('')
    await expect(limit).toHaveCount(0)
    await messages.settled()

    await test.step('the page requests no values for a prefix longer than the archive accepts', async () => {
      asked = 0
      await messages.search.pressSequentially('to:')
      await expect(messages.options.first()).toBeVisible()
      expect(asked).toBeGreaterThan(0)
      asked = 0
      await messages.search.fill(`to:${'a'.repeat(450)}`)
      await expect(messages.nothingHas(`to:${'a'.repeat(77)}…`)).toBeVisible()
      expect(asked).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })

    await test.step('a search that is too long in the address shows only the reason', async () => {
      await shell.open(`messages?q=${'word+'.repeat(5000)}`)
      await page.reload()
      await expect(page.getByRole('heading', { name: /^The limit for the search is 20,000 characters/ })).toBeVisible()
      await expect(messages.search).toBeVisible()
      await expect(sync.readHistory).toHaveCount(0)
      await expect(messages.staleRowsNotice).toHaveCount(0)
    })
  },
)
