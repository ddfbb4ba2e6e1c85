import { violations } from './support/axe.ts'
import { downloaded } from './pages/base/system-dialogs.ts'
import { expect, inBrowserOnly, notInElectron, type AppUnderTest } from './support/fixtures.ts'
import { settledBox } from './support/jumps.ts'
import { textOfPdf } from './support/pdf-text.ts'
import { historyTest as test } from './support/shop.ts'

test('panels can be moved, enlarged and hidden by keyboard, and stay so', async ({ app }) => {
  const { page } = app
  const { shell, dashboard } = app.pages
  await shell.open('dashboard')
  await expect(dashboard.panel('Hours of the week')).toBeVisible()
  const titles = await dashboard.panelTitles.allTextContents()
  const at = titles.indexOf('Tags')

  await test.step('a panel moves past its neighbour and keeps the focus', async () => {
    await dashboard.actionsOf('Tags').press('Enter')
    await dashboard.action('Move down').press('Enter')
    await expect(dashboard.panelTitles.nth(at + 1)).toHaveText('Tags')
    await expect(dashboard.actionsOf('Tags')).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: `Tags: ${at + 2} of` })).toBeAttached()
  })

  await test.step('an enlarged panel is shown alone until Escape, which returns the focus', async () => {
    await dashboard.enlarge('Messages per day').focus()
    // Panels that load late move the ones below.
    await expect(dashboard.counting).toHaveCount(0)
    const place = await settledBox(dashboard.panel('Hours of the week'))
    await dashboard.enlarge('Messages per day').press('Enter')
    await expect(dashboard.back).toBeFocused()
    await expect(
      page
        .locator('[inert]')
        .filter({ has: dashboard.actionsOf('Tags') })
        .first(),
    ).toBeAttached()
    await expect.poll(async () => (await dashboard.days.boundingBox())?.height ?? 0).toBeGreaterThan(300)
    const now = await settledBox(dashboard.panel('Hours of the week'))
    expect(now).toEqual({ ...place, y: now.y })
    // Panels that were never drawn have the browser’s estimated height, which may be off by a fraction of a pixel.
    expect(Math.abs(now.y - place.y)).toBeLessThan(1)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dashboard.enlarge('Messages per day')).toBeFocused()
    await expect(dashboard.enlarge('Tags')).toBeVisible()
  })

  await test.step('hiding a panel moves the focus to its neighbour', async () => {
    await dashboard.actionsOf('Senders').press('Enter')
    await dashboard.action('Hide').press('Enter')
    await expect(dashboard.panel('Senders')).toBeHidden()
    await expect(dashboard.actionsOf('API keys')).toBeFocused()
  })

  await test.step('the arrangement survives a restart', async () => {
    await page.reload()
    await expect(dashboard.panelTitles.nth(at + 1)).toHaveText('Tags')
    await expect(dashboard.panel('Senders')).toBeHidden()
  })

  await test.step('the panels menu shows it again with current figures, and resets the order', async () => {
    await dashboard.panelsMenu.press('Enter')
    await dashboard.shown('Senders').press('Enter')
    await expect(dashboard.panel('Senders').getByRole('row').nth(1)).toBeVisible()
    await dashboard.action('Reset').press('Enter')
    await expect(dashboard.panelTitles.nth(at)).toHaveText('Tags')
    expect(await violations(page)).toEqual([])
  })

  await test.step('a panel can be dragged to the place of another one', async () => {
    const handle = dashboard.panel('Tags').getByTitle('Drag to move')
    await expect(dashboard.counting).toHaveCount(0)
    await settledBox(dashboard.panel('Tags'))
    await handle.hover()
    await page.mouse.down()
    const target = (await dashboard.panel(titles[at - 1]!).boundingBox())!
    await page.mouse.move(target.x + target.width / 2, target.y + 20, { steps: 5 })
    await page.mouse.up()
    await expect(dashboard.panelTitles.nth(at - 1)).toHaveText('Tags')
    await expect(dashboard.panelTitles.nth(at)).toHaveText(titles[at - 1]!)
  })
})

test(
  'a panel is saved as a table, an image and a drawing that contain a description of the counted messages',
  notInElectron('The dialog of the system is not part of the page.'),
  async ({ app }) => {
    const { page } = app
    const { shell, dashboard } = app.pages
    await shell.open('dashboard')
    const saved = (panel: string, action: string) =>
      downloaded(page, async () => {
        await dashboard.actionsOf(panel).click()
        await dashboard.action(action).click()
      })
    const line = dashboard.line('Tags', 'invoice').first()
    await expect(line).toContainText(/\d/)
    const requested = /[\d,]+/.exec(await line.innerText())![0]

    await test.step('as SVG, with its title, account and zone', async () => {
      const { name, bytes } = await saved('Tags', 'Save as SVG…')
      expect(name).toMatch(/^Shop Tags \d{4}-\d{2}-\d{2} to \d{4}-\d{2}-\d{2}\.svg$/)
      const svg = bytes.toString()
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
      for (const text of ['>Tags<', '>invoice<', `>${requested}<`, 'From the archive, days in '])
        expect(svg).toContain(text)
    })

    await test.step('as PNG of twice the size', async () => {
      const { name, bytes } = await saved('Messages per day', 'Save as PNG…')
      expect(name).toMatch(/^Shop Messages per day .*\.png$/)
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      expect(bytes.readUInt32BE(16)).toBe((720 + 2 * 16) * 2)
      expect(bytes.length).toBeGreaterThan(5000)
    })

    await test.step('as CSV', async () => {
      const { name, bytes } = await saved('Hours of the week', 'Save as CSV…')
      expect(name).toMatch(/\.csv$/)
      expect(bytes.toString()).toMatch(/^\uFEFFWeekday,00:00,01:00/)
    })
  },
)

test(
  'a table that the clipboard refuses is not reported as copied',
  notInElectron('Electron always lets its own page write to the clipboard.'),
  async ({ app, context }) => {
    const { shell, dashboard } = app.pages
    await shell.open('dashboard')
    // From here on, every permission that is not granted is denied.
    await context.clearPermissions()
    await context.grantPermissions([])
    await dashboard.actionsOf('Tags').click()
    await dashboard.action('Copy as CSV').click()
    await expect(shell.internalError.first()).toBeVisible()
    // Checked once, without retries: a success notification would disappear after a few seconds.
    expect(await dashboard.copied.count()).toBe(0)
    await context.grantPermissions(['clipboard-write'])
    await dashboard.actionsOf('Tags').click()
    await dashboard.action('Copy as CSV').click()
    await expect(dashboard.copied).toBeVisible()
  },
)

/** Creates a report of the dashboard’s content, and saves it. */
async function savedReport({ page, pages: { dashboard } }: AppUnderTest, format: 'PDF' | 'HTML' | 'CSV tables') {
  await dashboard.report.click()
  await dashboard.reportFormat(format).check()
  await dashboard.saveReport.click()
  return downloaded(page, () => dashboard.saveReady.click())
}

test(
  'a report with the dashboard’s figures is saved as a file that works offline and as tables',
  notInElectron('The dialog of the system is not part of the page.'),
  async ({ app, context }) => {
    const { shell, dashboard, messages } = app.pages
    await shell.open('dashboard')
    const figure = dashboard.figure('Requested').locator('strong')
    const unfiltered = await figure.innerText()
    await dashboard.countOnly('invoice').click()
    await expect(messages.condition(/^tag:=invoice/)).toBeVisible()
    // The condition is shown immediately, the figure only once it is counted.
    await expect(figure).not.toHaveText(unfiltered)
    const requested = await figure.innerText()

    await test.step('as HTML, which opens offline', async () => {
      const { name, bytes } = await savedReport(app, 'HTML')
      expect(name).toMatch(/^Report Shop \d{4}-\d{2}-\d{2} to .*\.html$/)
      const reader = await context.newPage()
      await context.setOffline(true)
      await reader.setContent(bytes.toString())
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Email report')
      await expect(reader.getByRole('definition').filter({ hasText: 'tag:=invoice' })).toBeVisible()
      await expect(reader.getByRole('listitem').filter({ hasText: 'Requested' }).locator('strong')).toHaveText(
        requested,
      )
      await expect(reader.getByRole('heading', { level: 2 })).toContainText([
        'Messages per day',
        'Tags',
        'Recipient domains',
        'Senders',
        'API keys',
        'Hours of the week messages created',
        'Bounces by reason',
        'Places',
      ])
      expect(await violations(reader)).toEqual([])
      await context.setOffline(false)
      await reader.close()
    })

    await test.step('as CSV tables in one file', async () => {
      const { name, bytes } = await savedReport(app, 'CSV tables')
      expect(name).toMatch(/\.zip$/)
      expect(bytes.includes('04 Tags.csv')).toBe(true)
    })
  },
)

test(
  'a report is saved as a PDF with readable text, and a browser explains why it has no schedules for it',
  inBrowserOnly('Electron prints by itself, and the desktop app makes reports on a schedule.'),
  async ({ app }) => {
    const { page } = app
    const { shell, dashboard, messages } = app.pages
    await shell.open('dashboard')
    await dashboard.countOnly('invoice').click()
    await expect(messages.condition(/^tag:=invoice/)).toBeVisible()

    await test.step('as PDF with readable text', async () => {
      const { name, bytes } = await savedReport(app, 'PDF')
      expect(name).toMatch(/\.pdf$/)
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      const text = textOfPdf(bytes)
      expect(text).toContain('tag:=invoice')
      expect(text).toContain('Requested')
    })

    await test.step('and the reason why a browser has no schedule', async () => {
      await dashboard.report.click()
      expect(await violations(page)).toEqual([])
      await dashboard.scheduleTab.click()
      await expect(dashboard.reportDialog).toContainText('need the desktop app')
      expect(await violations(page)).toEqual([])
    })
  },
)
