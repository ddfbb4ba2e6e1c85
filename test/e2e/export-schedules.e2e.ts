import type { Page } from '@playwright/test'
import { readdir } from 'node:fs/promises'
import { createDataFolder } from '#test/support/data-folder.ts'
import { violations } from './support/axe.ts'
import { expect, test, inBrowserOnly, notInElectron } from './support/fixtures.ts'
import { decideCalls } from './support/hosts/page-calls.ts'
import { withFolderHost, type FolderHost } from './support/folder-host.ts'
import { copiedWeekIsRead, openShop } from './support/shop.ts'
import type { ShopHistory } from './support/shop-history.ts'

test(
  'a browser explains why it has no export schedules',
  inBrowserOnly('The desktop app makes them.'),
  async ({ app, shopService }) => {
    await openShop({ app, shopService })
    const { page } = app
    const { shell, exports, schedules } = app.pages
    await shell.open('exports')
    await expect(exports.none).toBeVisible()
    await schedules.exportsTab.press('ArrowRight')
    await expect(schedules.tab).toBeFocused()
    await expect(schedules.notOffered).toBeVisible()
    expect(page.url()).toMatch(/#\/exports\/schedules$/)
    expect(await violations(page)).toEqual([])
    await expect(schedules.new).toBeHidden()
    await page.goBack()
    await expect(exports.none).toBeVisible()
    await shell.open('exports/new')
    await expect(exports.start).toBeVisible()
    await expect(schedules.schedule).toBeHidden()
  },
)

/** Runs a story on a separate data folder, with the last week of a shop. */
async function withShop(page: Page, history: ShopHistory, story: (host: FolderHost) => Promise<void>): Promise<void> {
  const data = await createDataFolder()
  try {
    const secrets = await history.copyTo(data.path)
    await withFolderHost(page, { dataFolder: data.path, secrets }, async (host) => {
      await copiedWeekIsRead(host)
      await story(host)
    })
  } finally {
    await data.remove()
  }
}

test(
  'an export is scheduled, run, changed, paused and removed by keyboard',
  notInElectron('The dialog of the system is not part of the page.'),
  async ({ page, shopHistory }) => {
    await withShop(page, shopHistory, async ({ pages, folder }) => {
      const { shell, palette, exports, schedules } = pages
      const daily = 'Every day at 2:30 AM'

      await test.step('the palette opens the form, whose first field has the focus', async () => {
        await shell.open('exports/schedules')
        await expect(schedules.none).toBeVisible()
        expect(await violations(page), 'no schedules').toEqual([])
        await palette.open()
        await palette.input.fill('schedule an export')
        await palette.input.press('Enter')
        await expect(exports.source('From the archive')).toBeFocused()
        expect(await violations(page), 'the form').toEqual([])
      })

      await test.step('Escape closes it and returns the focus to the button', async () => {
        await page.keyboard.press('Escape')
        await expect(schedules.new).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(exports.source('From the archive')).toBeFocused()
      })

      await test.step('the next runs are shown, and an unreadable pattern is refused at its field', async () => {
        await expect(schedules.nextRuns).toHaveCount(3)
        await schedules.repeat.selectOption({ label: 'Every hour' })
        await schedules.minute.fill('75')
        await schedules.repeat.selectOption({ label: 'Cron pattern' })
        await schedules.pattern.fill('0 0 32 * *')
        await expect(schedules.pattern).toHaveAccessibleDescription(/Days of the month range from 1 to 31/)
        await expect(schedules.pattern).toHaveAttribute('aria-invalid', 'true')
        await expect(schedules.nextRuns).toHaveCount(0)
        expect(await violations(page), 'a pattern that is refused').toEqual([])
        await schedules.example('0 6 * * 1-5').press('Enter')
        await expect(schedules.pattern).toBeFocused()
        await expect(schedules.nextRuns).toHaveCount(3)
        await schedules.repeat.selectOption({ label: 'Every day' })
        await schedules.time.fill('02:30')
        await expect(schedules.nextRuns.first()).toContainText(/0?2:30/)
      })

      await test.step('saving moves to the first invalid field', async () => {
        await exports.format('CSV').check()
        await exports.name.fill('Week {index}')
        await schedules.days.selectOption({ label: 'All matches from any day' })
        await schedules.keepNewest.press('Space')
        await expect(schedules.filesToKeep).toBeFocused()
        await schedules.filesToKeep.fill('0')
        await schedules.save.press('Enter')
        await expect(schedules.filesToKeep).toBeFocused()
        await schedules.filesToKeep.fill('2')
        await schedules.save.press('Enter')
        await expect(exports.folder).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(page.getByText('Exports of the shop')).toBeVisible()
      })

      await test.step('the schedule is listed, with the focus on it', async () => {
        await schedules.save.press('Enter')
        await expect(schedules.act('Edit', daily)).toBeFocused()
        await expect(schedules.all).toContainText(['keeping the newest 2 files'])
        await expect(schedules.all).toContainText([/Next run .*2:30/])
        // The focused button’s tooltip is not part of the view.
        await schedules.tab.focus()
        expect(await violations(page), 'the list').toEqual([])
      })

      await test.step('each run writes a file, and the newest files are kept', async () => {
        for (const name of ['Week 1.csv', 'Week 2.csv', 'Week 3.csv']) {
          await schedules.act('Run now', daily).press('Enter')
          await expect(schedules.all.getByRole('link', { name })).toBeVisible()
          await expect(schedules.all).toContainText(['Done'])
        }
        await expect.poll(() => readdir(folder)).toEqual(['Week 2.csv', 'Week 3.csv'])
      })

      await test.step('the last run links to its export', async () => {
        await schedules.all.getByRole('link', { name: 'Week 3.csv' }).press('Enter')
        await expect(exports.details).toContainText('Week 3.csv')
        await expect(exports.entry('Week 3.csv')).toContainText('Scheduled')
        await page.goBack()
      })

      await test.step('it is paused and resumed', async () => {
        await schedules.act('Pause', daily).press('Enter')
        await expect(schedules.all).toContainText(['Paused'])
        await expect(schedules.act('Resume', daily)).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(schedules.act('Pause', daily)).toBeFocused()
        await expect(schedules.all).toContainText([/Next run/])
      })

      await test.step('editing starts with the saved values', async () => {
        await schedules.act('Edit', daily).press('Enter')
        await expect(exports.source('From the archive')).toBeFocused()
        await expect(schedules.time).toHaveValue('2:30 AM')
        await expect(schedules.filesToKeep).toHaveValue('2')
        await expect(exports.format('CSV')).toBeChecked()
        await schedules.repeat.selectOption({ label: 'Every week' })
        await schedules.save.press('Enter')
        await expect(schedules.act('Edit', 'Every Monday at 2:30 AM')).toBeFocused()
      })

      await test.step('a schedule that was removed by mistake can be restored with one click', async () => {
        await shell.keepToasts()
        await schedules.act('Remove', 'Every Monday at 2:30 AM').press('Enter')
        await expect(schedules.none).toBeVisible()
        await expect(schedules.tab).toBeFocused()
        await schedules.undo.press('Enter')
        await expect(schedules.all).toHaveCount(1)
        expect(await readdir(folder)).toHaveLength(2)
      })
    })
  },
)

test(
  'an export in the form becomes a schedule with the same choices',
  notInElectron('The dialog of the system is not part of the page.'),
  async ({ page, shopHistory }) => {
    await withShop(page, shopHistory, async ({ pages }) => {
      const { shell, exports, schedules } = pages
      await shell.open('exports/new?q=tag%3Ainvoice')
      await exports.format('CSV').check()
      await exports.name.fill('Invoices {date}')
      await exports.folder.click()
      await expect(page.getByText('Exports of the shop')).toBeVisible()
      await schedules.schedule.press('Enter')
      await expect(exports.search).toHaveValue('tag:invoice')
      await expect(schedules.days).toHaveValue('')
      await expect(exports.format('CSV')).toBeChecked()
      await expect(exports.name).toHaveValue('Invoices {date}')
      await expect(page.getByText('Exports of the shop')).toBeVisible()

      await test.step('Escape returns to the unchanged export', async () => {
        await page.keyboard.press('Escape')
        await expect(schedules.schedule).toBeFocused()
        await expect(exports.name).toHaveValue('Invoices {date}')
        await schedules.schedule.press('Enter')
      })

      await test.step('a reload starts with the values in the address', async () => {
        await expect(exports.name).toHaveValue('Invoices {date}')
        await page.reload()
        await expect(exports.search).toHaveValue('tag:invoice')
      })
    })
  },
)

const unreadable = { code: 'disk', message: 'The disk could not be read.', retryable: true, details: {} }

test(
  'a list of schedules that cannot be read says so, and is read again',
  notInElectron('The calls are not on a network there.'),
  async ({ page, shopHistory }) => {
    await withShop(page, shopHistory, async ({ pages }) => {
      const { shell, exports, schedules } = pages
      const folderName = page.getByText('Exports of the shop')
      await shell.open('exports/new')
      await exports.folder.click()
      await expect(folderName).toBeVisible()
      await schedules.schedule.press('Enter')
      await expect(schedules.repeat).toBeVisible()
      await expect(schedules.period).toBeHidden()
      await schedules.save.press('Enter')
      await expect(schedules.all).toHaveCount(1)

      await test.step('two schedules with the same timing have buttons with different names', async () => {
        await schedules.new.press('Enter')
        await expect(exports.source('From the archive')).toBeFocused()
        await schedules.days.selectOption({ label: 'The last 7 days' })
        await exports.folder.click()
        await expect(folderName).toBeVisible()
        await schedules.save.press('Enter')
        await expect(schedules.all).toHaveCount(2)
        const names = await schedules.all
          .getByRole('button')
          .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
        expect(new Set(names).size).toBe(8)
      })

      await test.step('the reason replaces the list until it can be read again', async () => {
        const goOn = await decideCalls(page, 'schedules.list', () => ({ ok: false, error: unreadable }))
        await shell.open('exports')
        await shell.open('exports/schedules')
        await expect(page.getByText(unreadable.message)).toBeVisible()
        expect(await violations(page), 'the error').toEqual([])
        await goOn()
        await schedules.tryAgain.press('Enter')
        await expect(schedules.all).toHaveCount(2)
        await expect(schedules.tryAgain).toBeHidden()
      })
    })
  },
)
