import { violations } from './support/axe.ts'
import { expect } from './support/fixtures.ts'
import { historyTest as test } from './support/shop.ts'

function numberIn(text: string): number {
  return Number(/[\d,]+/.exec(text)![0].replaceAll(',', ''))
}

test('the dashboard counts the archive, and every figure links to its messages', async ({ app }) => {
  const { page } = app
  const { shell, dashboard, messages } = app.pages
  await shell.open('dashboard')
  await expect(dashboard.figures).toBeVisible()
  await expect(dashboard.days).toBeVisible()
  expect(await violations(page)).toEqual([])

  const tag = 'invoice'
  await test.step('a tag narrows every figure, and one click removes it', async () => {
    await expect(shell.busyParts).toHaveCount(0)
    const all = numberIn(await dashboard.figure('Requested').innerText())
    await dashboard.countOnly(tag).click()
    await expect(messages.condition(/^tag:=invoice/)).toBeVisible()
    await expect
      .poll(async () => numberIn((await dashboard.figure('Requested').innerText()).replace('Requested', '')))
      .toBeLessThan(all)
    await messages.condition(/^tag:=invoice/).click()
    await expect.poll(async () => numberIn(await dashboard.figure('Requested').innerText())).toBe(all)
  })

  await test.step('a day chosen with the keyboard becomes the period, and Back restores the previous one', async () => {
    await dashboard.days.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(dashboard.days.getByRole('status')).toContainText(/: [\d,]+ messages?: .*\d (delivered|pending)/)
    // The label of a bar at the edge is not cut off.
    const [chart, words] = [dashboard.days, dashboard.days.getByText(/ messages?: /).first()]
    const [around, inside] = [(await chart.boundingBox())!, (await words.boundingBox())!]
    expect(inside.x).toBeGreaterThanOrEqual(around.x)
    expect(inside.x + inside.width).toBeLessThanOrEqual(around.x + around.width)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(messages.condition(/^after:\d{4}-\d{2}-\d{2} before:/)).toBeVisible()
    await page.goBack()
    // Every view adds this condition again, so there is no button to remove it.
    await expect(dashboard.conditions).toHaveText(['last:30d'])
    await expect(messages.condition(/^last:30d/)).toHaveCount(0)
  })

  await test.step('a period that cannot be counted is marked as not applied, and can be removed', async () => {
    await shell.open('dashboard?q=last:0d')
    await expect(dashboard.conditions).toContainText(['not applied'])
    await expect(dashboard.period('Last 30 days')).toBeVisible()
    await messages.condition(/^last:0d/).click()
    await expect(dashboard.conditions).toHaveText(['last:30d'])
    await shell.open('dashboard?q=last:7d')
    await expect(dashboard.period('Last 7 days')).toBeVisible()
    await messages.condition(/^last:7d/).click()
    await expect(dashboard.period('Last 30 days')).toBeVisible()
  })

  await test.step('an unknown recipient is reported in a sentence wider than its field, each time it is entered', async () => {
    for (let time = 0; time < 2; time++) {
      await dashboard.findRecipient.fill('ada at shop')
      await dashboard.findRecipient.press('Enter')
      await expect(dashboard.findRecipient).toHaveAccessibleDescription(/^No recipient matches “ada at shop”\./)
      const [field, sentence] = [dashboard.findRecipient, dashboard.noSuchRecipient]
      expect((await sentence.boundingBox())!.width).toBeGreaterThan((await field.boundingBox())!.width * 1.5)
      await dashboard.comparison.focus()
      await expect(sentence).toHaveCount(0)
    }
  })

  await test.step('the chart has a table, whose rows add up to the figure', async () => {
    await dashboard.asTable.click()
    await expect(dashboard.daysTable).toBeVisible()
    await expect(shell.busyParts).toHaveCount(0)
    const counts = await dashboard.daysTable.locator('tbody tr td:nth-child(2)').allInnerTexts()
    const sum = counts.reduce((total, text) => total + numberIn(text), 0)
    expect(sum).toBe(numberIn(await dashboard.figure('Requested').innerText()))
    expect(counts).toHaveLength(30)
  })

  await test.step('no table is cut off at any width of the window', async () => {
    const usual = page.viewportSize()!
    // The archive lacks the days before, so no change is shown.
    for (const [width, columns] of [
      [1920, 7],
      [1600, 5],
      [900, 7],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const table = dashboard.panel('Tags').getByRole('group', { name: 'Tags' })
      await table.scrollIntoViewIfNeeded()
      await expect(table.getByRole('columnheader')).toHaveCount(columns + 1)
      expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
    await page.setViewportSize(usual)
  })

  await test.step('a table can be sorted by any column, and stays sorted after a reload', async () => {
    const head = dashboard.column('Tags', 'Opened')
    await expect(dashboard.column('Tags', 'Messages')).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').press('Enter')
    await head.getByRole('button').press('Enter')
    await page.reload()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(shell.busyParts).toHaveCount(0)
    const rates = await dashboard.panel('Tags').locator('tbody tr td:nth-child(5)').allInnerTexts()
    const shown = rates.filter((rate) => rate !== '–').map((rate) => Number.parseFloat(rate))
    expect(shown.length).toBeGreaterThan(2)
    expect(shown).toEqual([...shown].sort((a, b) => a - b))
    await dashboard.column('Tags', 'Messages').getByRole('button').press('Enter')
    await expect(head).toHaveAttribute('aria-sort', 'none')
  })

  await test.step('a row opens exactly the messages that it counts', async () => {
    await expect(shell.busyParts).toHaveCount(0)
    const line = await dashboard.line('Tags', tag).first().innerText()
    const counted = numberIn(line.replace(tag, ''))
    await dashboard.messagesOf(tag).click()
    await expect(messages.title).toBeVisible()
    await expect(messages.total).toHaveText(`${counted.toLocaleString('en-US')} messages`)
    await page.goBack()
    await expect(dashboard.figures).toBeVisible()
  })

  await test.step('a figure opens its messages with the keyboard', async () => {
    await expect(shell.busyParts).toHaveCount(0)
    const figure = await dashboard.figure('Hard bounces').innerText()
    const counted = numberIn(figure.slice(figure.indexOf('%')))
    await dashboard.messagesOfFigure('Hard bounces').press('Enter')
    await expect(messages.condition(/^state:hardbounced/)).toBeVisible()
    await expect(messages.total).toHaveText(`${counted.toLocaleString('en-US')} messages`)
  })
})
