import { expect, test, notInElectron } from './support/fixtures.ts'
import { nextReply } from './support/hosts/page-calls.ts'
import { watchJumps } from './support/jumps.ts'
import { historyTest, openShop, readLastWeek } from './support/shop.ts'

historyTest('the histogram announces a day and its messages to the pointer and to the keyboard', async ({ app }) => {
  const { page } = app
  const { messages, histogram } = app.pages
  await expect(histogram.chart).toBeVisible()

  await test.step('a chart whose code did not load is drawn after a retry', async () => {
    app.expectError(/chart-js|Failed to fetch dynamically imported module|ERR_FAILED/)
    await page.route('**/assets/chart-js-*', (route) => route.abort())
    await page.reload()
    await expect(histogram.notLoaded).toBeVisible()
    await page.unroute('**/assets/chart-js-*')
    await histogram.tryAgain.click()
    await expect(histogram.notLoaded).toBeHidden()
    await expect(histogram.chart).toBeFocused()
  })

  const secondDay = await test.step('by keyboard: one day, several days, then the search for them', async () => {
    await histogram.chart.focus()
    await page.keyboard.press('ArrowRight')
    const day = await histogram.spoken.innerText()
    expect(day).toMatch(/^\w+ \d+, \d{4}: [\d,]+ messages?(, [\d,]+ failed)?(, [\d,]+ waiting)?$/)
    await page.keyboard.press('Shift+ArrowRight')
    await expect(histogram.spoken).toHaveText(
      /^\w+ \d+, \d{4} – \w+ \d+, \d{4}: [\d,]+ messages, [\d,]+ failed(, [\d,]+ waiting)?$/,
    )
    const days = await histogram.spoken.innerText()
    await page.keyboard.press('Enter')
    await expect(messages.search).toHaveValue(/after:\d{4}-\d{2}-\d{2} before:\d{4}-\d{2}-\d{2}/)
    return / – (.+?): /.exec(days)![1]!
  })

  await test.step('the period is one condition, which is removed as a whole', async () => {
    await messages.condition(/^after:.* before:.*: remove this condition$/).click()
    await expect(messages.search).toHaveValue('')
  })

  await test.step('F on a day finds its failures, and the chart keeps the focus', async () => {
    await histogram.chart.focus()
    // The chart of those two days may still be shown, and one of its days stays focused.
    await expect(async () => {
      await page.keyboard.press('End')
      expect(await histogram.spoken.innerText()).not.toContain(secondDay)
    }).toPass()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('f')
    await expect(messages.search).toHaveValue(
      /^after:(\S+) before:\S+ state:failed$|^state:failed after:\S+ before:\S+$/,
    )
    await expect(histogram.chart).toBeFocused()
    await messages.search.fill('')
    await messages.search.press('Enter')
    await messages.settled()
  })

  await test.step('Enter on a day without messages in the search keeps the focus', async () => {
    // Read once, because midnight may pass meanwhile.
    const now = Date.now()
    const dayBefore = (days: number) => new Date(now - days * 86_400_000)
    const on = (days: number) => `on:${dayBefore(days).toISOString().slice(0, 10)}`
    // The chart of the previous search, which may still be shown, has none of these days.
    const twoDays = `${on(5)} OR ${on(3)}`
    await messages.search.fill(twoDays)
    await messages.search.press('Enter')
    await histogram.chart.focus()
    await page.keyboard.press('End')
    // The chart of these days appears a moment later, with its last day focused.
    const last = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(dayBefore(3))
    await expect(histogram.spoken).toContainText(last)
    await page.keyboard.press('ArrowLeft')
    await expect(histogram.spoken).toHaveText(/: 0 messages$/)
    // Nothing failed on that day, so F does not change the search.
    await page.keyboard.press('f')
    await expect(messages.search).toHaveValue(twoDays)
    await page.keyboard.press('Enter')
    await expect(messages.search).toBeFocused()
    await expect(messages.total).toHaveText('0 messages')
    await messages.search.fill('')
    await messages.search.press('Enter')
    await messages.settled()
  })

  await test.step('by pointer: a tooltip while it is over a day', async () => {
    await histogram.chart.hover({ position: { x: 5, y: 20 } })
    const tip = histogram.chart.getByText(/^\w+ \d+, \d{4}: [\d,]+ messages?(, .+)?$/)
    await expect(tip.first()).toBeVisible()
    await messages.title.hover()
    await expect(histogram.tip).toHaveCount(0)
  })
})

test(
  'nothing moves while the days and the estimate load',
  notInElectron('The calls of Electron cannot be waited for from here.'),
  async ({ app, shopService }) => {
    await openShop({ app, shopService })
    const { page } = app
    const { shell, messages, histogram, sync } = app.pages
    // The page requests the days a moment after the rows.
    const daysLoaded = () => nextReply(page, 'messages.histogram')

    await test.step('before the first sync', async () => {
      const loaded = await daysLoaded()
      await shell.messagesLink.click()
      await expect(sync.lastSevenDays).toBeVisible()
      const jumps = await watchJumps(page)
      await expect(sync.estimate).toBeVisible()
      await loaded()
      expect(await jumps()).toEqual([])
    })

    await test.step('in a search that finds many days, one day or none', async () => {
      await readLastWeek(app)
      await expect(histogram.chart).toBeVisible()
      const order = /N-\d+/.exec(await messages.row(/N-\d+/).first().innerText())![0]
      const jumps = await watchJumps(page)
      for (const text of ['invoice', order, 'nonesuch']) {
        const loaded = await daysLoaded()
        await messages.search.fill(text)
        await loaded()
      }
      await expect(messages.nothingHas('nonesuch')).toBeVisible()
      expect(await jumps()).toEqual([])
    })

    await test.step('nothing moves while a query with filters and a mistake is typed', async () => {
      await messages.clearSearch.click()
      await expect(messages.rows.nth(3)).toBeVisible()
      const jumps = await watchJumps(page)
      await messages.search.pressSequentially('invoice state:delivered opens:many last:900d')
      await expect(messages.condition(/^opens:many/)).toBeVisible()
      await messages.search.press('Enter')
      await expect(messages.condition(/^last:900d/)).toBeVisible()
      await expect(page.getByText('opens: needs a number.')).toBeVisible()
      await messages.settled()
      // The suggestions cover the page without moving it.
      expect((await jumps()).filter((jump) => !jump.startsWith('option '))).toEqual([])
    })
  },
)
