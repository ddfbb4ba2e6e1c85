import { expect, test } from './support/fixtures.ts'
import { watchJumps } from './support/jumps.ts'
import { estimate, readWeek, search, withHistory, withShop } from './support/shop-history.ts'

test('the histogram tells a day and its messages, to the pointer and to the keyboard', async ({ app }) => {
  await withHistory(app, async (page) => {
    const chart = page.getByRole('application', { name: /^Messages by day/ })
    await expect(chart).toBeVisible()
    const spoken = chart.getByRole('status').or(page.getByRole('status').filter({ hasText: /: [\d,]+ messages?$/ }))

    await test.step('by keyboard: a day, then a stretch of days, then the search for it', async () => {
      await chart.focus()
      await page.keyboard.press('ArrowRight')
      const day = await spoken.first().innerText()
      expect(day).toMatch(/^\w+ \d+, \d{4}: [\d,]+ messages?$/)
      await page.keyboard.press('Shift+ArrowRight')
      await expect(spoken.first()).toHaveText(/^\w+ \d+, \d{4} – \w+ \d+, \d{4}: [\d,]+ messages$/)
      await page.keyboard.press('Enter')
      await expect(search(page)).toHaveValue(/after:\d{4}-\d{2}-\d{2} before:\d{4}-\d{2}-\d{2}/)
    })

    await test.step('the period is one condition, and goes as a whole', async () => {
      await page.getByRole('button', { name: /^after:.* before:.*: remove this condition$/ }).click()
      await expect(search(page)).toHaveValue('')
    })

    await test.step('by pointer: a tooltip while it is over a day', async () => {
      await chart.hover({ position: { x: 5, y: 20 } })
      const tip = chart.getByText(/^\w+ \d+, \d{4}: [\d,]+ messages?$/)
      await expect(tip.first()).toBeVisible()
      await page.getByRole('heading', { name: 'Messages' }).hover()
      await expect(chart.locator('.tip')).toHaveCount(0)
    })
  })
})

test('what is about to be clicked stays where it is when the days and the estimate come', async ({ app }, info) => {
  test.skip(info.project.name === 'electron', 'the calls of Electron cannot be waited for from here')
  await withShop(app, async (page) => {
    // The page asks for the days a moment after the rows.
    const days = () => page.waitForResponse('**/rpc/messages.histogram')

    await test.step('before anything was read', async () => {
      const answer = days()
      await page.getByRole('link', { name: 'Messages' }).click()
      await expect(page.getByRole('radio', { name: 'The last 7 days' })).toBeVisible()
      const jumps = await watchJumps(page)
      await expect(estimate(page)).toBeVisible()
      await answer
      expect(await jumps()).toEqual([])
    })

    await test.step('in a search that finds many days, one day or none', async () => {
      await readWeek(page)
      await expect(page.getByRole('application', { name: /^Messages by day/ })).toBeVisible()
      const order = /N-\d+/.exec(await page.getByRole('row', { name: /N-\d+/ }).first().innerText())![0]
      const jumps = await watchJumps(page)
      for (const text of ['invoice', order, 'nonesuch']) {
        const answer = days()
        await search(page).fill(text)
        await answer
      }
      await expect(page.getByText('Nothing in the archive has nonesuch.')).toBeVisible()
      expect(await jumps()).toEqual([])
    })
  })
})
