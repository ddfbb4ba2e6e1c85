import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violationsInThemes } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { downloaded } from './pages/base/system-dialogs.ts'
import { holdCalls } from './support/hosts/page-calls.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'
import { savedSettings } from './support/saved-settings.ts'
import { historyTest } from './support/shop.ts'

historyTest('the history is searched by words and fields', async ({ app }) => {
  const { page } = app
  const { shell, messages, detail } = app.pages
  const invoice = messages.row(/Invoice/).first()
  await test.step('the header shows how recent the archive is, and details on request', async () => {
    await expect(messages.freshness).toHaveText(/Up to date · \d+:\d\d( [AP]M)?/)
    await messages.freshness.click()
    await expect(messages.syncFacts.getByText('Complete to')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(messages.freshness).toBeFocused()
  })

  await test.step('columns fit their content, whatever the width of the window', async () => {
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => messages.cutCells('To')).toBe(0)
      await expect.poll(() => messages.cutCells('State')).toBe(0)
    }
    expect(await messages.badgeOffset()).toBeLessThan(0.75)
    await page.setViewportSize({ width: 900, height: 600 })
    await expect(shell.paletteIcon).toBeVisible()
    await messages.row(/@/).first().click()
    await expect(detail.timeline).toBeVisible()
    await expect.poll(() => messages.showsColumn('To')).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Escape')
  })

  await messages.searchFor('invoice state:delivered')
  await expect(invoice).toBeVisible()
  await expect(messages.row(/Reset your password/)).toHaveCount(0)

  await test.step('a condition is removed by pressing it', async () => {
    await messages.condition(/^state:delivered/).click()
    await expect(messages.search).toHaveValue('invoice')
  })

  await test.step('the beginning of a word finds the same before and after Enter', async () => {
    await messages.search.fill('invo')
    await expect(invoice).toBeVisible()
    await messages.search.press('Enter')
    await invoice.click()
    await expect(detail.timeline).toBeVisible()
  })

  await test.step('a search without a result shows the reason and offers alternatives', async () => {
    await messages.searchFor('invoice state:delivered tag:nonesuch')
    await expect(messages.nothingHas('tag:nonesuch')).toBeVisible()
    await messages.searchWithoutTerm.click()
    await expect(messages.search).toHaveValue('invoice state:delivered')
    await expect(messages.search).toBeFocused()
    await expect(invoice).toBeVisible()
    await messages.searchFor('to:nobody@shop.example')
    await expect(messages.nothingHas('to:nobody@shop.example')).toBeVisible()
    await expect(messages.openRecipient).toBeVisible()
    await messages.searchFor('invoice reset')
    await expect(
      page.getByText('Each term matches some messages, but no message matches all of them. Remove a term:'),
    ).toBeVisible()
    await messages.withoutTerm('reset').click()
    await expect(messages.search).toHaveValue('invoice')
  })

  await test.step('the suggested spelling is one click away', async () => {
    for (const [typed, meant] of [
      ['state:hardbonced', 'state:hardbounced'],
      ['invoces', 'invoice'],
      ['yesterday', 'on:yesterday'],
    ] as const) {
      await messages.searchFor(typed)
      await messages.meant(meant).click()
      await expect(messages.search).toHaveValue(meant)
    }
    await messages.searchFor('invoice')
    await expect(invoice).toBeVisible()
    await messages.searchFor('invoice on:10.11.2026')
    await expect(messages.keptRows).toBeVisible()
    await expect(invoice).toBeVisible()
    await messages.exportMenu.click()
    await expect(messages.menuItem(/^All matches/)).toBeDisabled()
    await page.keyboard.press('Escape')
    await messages.use('on:2026-11-10').click()
    await expect(messages.search).toHaveValue('invoice on:2026-11-10')
    await expect(messages.keptRows).toHaveCount(0)
    await messages.searchFor('(invoice OR order')
    await messages.use('(invoice OR order)').click()
    await expect(invoice).toBeVisible()
    await messages.searchFor('your meta.json')
    await expect(messages.use('meta.json:*')).toBeVisible()
    await messages.use('"meta.json"').click()
    await expect(messages.search).toHaveValue('your "meta.json"')
  })

  await test.step('an invalid search shows no rows if there was no earlier search', async () => {
    await shell.open('messages?q=invoice+on:10.11.2026')
    await page.reload()
    await expect(messages.unreadableSearch).toBeVisible()
    await expect(messages.row(/@/)).toHaveCount(0)
    await messages.use('on:2026-11-10').click()
    await expect(messages.search).toHaveValue('invoice on:2026-11-10')
    await expect(messages.unreadableSearch).toHaveCount(0)
  })

  await test.step('the help lists the forms of the search and runs an example', async () => {
    await messages.helpButton.click()
    await messages.helpFilter.fill('kb size')
    await messages.tryExample('size:>50kb').click()
    await expect(messages.help).toHaveCount(0)
    await expect(messages.search).toHaveValue('size:>50kb')
    await expect(invoice).toBeVisible()
    await messages.search.press('F1')
    await messages.tryExample('opens:>2').click()
    await expect(messages.search).toHaveValue('opens:>2')
  })

  await test.step('a mistake is explained, and disappears when the search is cleared', async () => {
    await messages.searchFor('opens:>many')
    await messages.title.click()
    await expect(page.getByText('opens: needs a number.')).toBeVisible()
    await messages.clearSearch.click()
    await expect(messages.rows.nth(3)).toBeVisible()
  })
})

historyTest('a saved view opens by its shortcut and is still there after a restart', async ({ app }) => {
  await app.pages.messages.searchFor('state:softbounced')
  await app.pages.messages.saveViewAs('Soft bounces')
  await expect(app.pages.messages.shownView('Soft bounces')).toBeVisible()

  await savedSettings(app, 'Soft bounces')
  await savedSettings(app, '#/messages?q=')
  await app.restart()
  const { page } = app
  const { messages, sync, accountKey } = app.pages
  // The address restored the search, so another one is needed first.
  await expect(messages.search).toHaveValue('state:softbounced')
  await messages.searchFor('')
  await messages.title.click()
  await page.keyboard.press('Alt+1')
  await expect(messages.search).toHaveValue('state:softbounced')
  // The key was lost in the restart, so the archive is searched without the service.
  await expect(messages.row(/Soft bounced/).first()).toBeVisible()

  // In Electron, the test cannot hold back calls.
  if (app.host === 'electron') return
  await test.step('a missing key is requested while the archive loads, without making it look empty', async () => {
    const release = await holdCalls(page, 'messages.search')
    await page.reload()
    await expect(accountKey.open).toBeVisible()
    await expect(messages.loadingArchive).toBeVisible()
    await expect(sync.noMessages).toHaveCount(0)
    release()
    await expect(messages.row(/Soft bounced/).first()).toBeVisible()
  })

  await test.step('a slow sort is announced, and can be stopped', async () => {
    const releaseSort = await holdCalls(page, 'messages.searchSuperseding')
    await messages.searchFor('')
    await messages.sortBy('Subject')
    await expect(messages.sorting).toBeVisible()
    releaseSort()
    await expect(messages.sorting).toHaveCount(0)
    await expect(messages.sortedBy('Subject')).toBeVisible()
    const releaseOther = await holdCalls(page, 'messages.searchSuperseding')
    await messages.sortBy('To')
    await messages.stopSorting.click()
    releaseOther()
    await expect(messages.sorting).toHaveCount(0)
    await expect(messages.sortedBy('Subject')).toBeVisible()
  })
})

historyTest('by mouse alone: choose a field, filter by a tag, back up the archive', async ({ app }) => {
  const { page } = app
  const { messages, sync, imports } = app.pages
  await test.step('an empty search field offers recent searches and fields, but no searches with mistakes', async () => {
    for (const text of ['invoice', 'opens:>many']) await messages.searchFor(text)
    await messages.clearSearch.click()
    await messages.search.click()
    await expect(messages.option(/^invoice/)).toBeVisible()
    await expect(messages.option(/opens:>many/)).toHaveCount(0)
    await messages.option(/^tag/).click()
    await expect(messages.search).toHaveValue('tag:')
    await messages.clearSearch.click()
  })

  await test.step('filters and completion count the messages of the search', async () => {
    const tags = async (text: string) => {
      await messages.searchFor(text)
      await messages.filter.click()
      await messages.tagFilter.click()
      return messages.option(/^order/)
    }
    const all = (await (await tags('')).innerText()).match(/[\d,]+$/)?.[0] ?? ''
    // The first press closes the list, the second the filters.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    const order = await tags('state:softbounced')
    const count = (await order.innerText()).match(/[\d,]+$/)?.[0] ?? ''
    expect(count).not.toBe(all)
    await order.click()
    await expect(messages.search).toHaveValue('state:softbounced tag:=order')
    await expect(messages.total).toHaveText(`${count} messages`)
    await expect(messages.stateFilter.getByRole('option', { name: `Soft bounced (${count})` })).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(messages.filter).toBeFocused()
    await messages.search.fill('tag:password-reset tag:')
    await expect(messages.option(/^password-reset/)).toBeVisible()
    await expect(messages.option(/^order/)).toHaveCount(0)
    await messages.clearSearch.click()
  })

  await test.step('the sync options show what is complete, and the current choice has the focus', async () => {
    await sync.historyMenu.click()
    await sync.openOptions.click()
    await expect(sync.optionLastSevenDays).toBeFocused()
    await expect(sync.optionHorizon).toBeVisible()
    // The number of messages to be removed is shown before the shorter time is saved.
    await sync.optionKeepFor.fill('3')
    await expect(sync.saveAndRemove).toBeVisible()
    await expect(sync.options.getByText(/came from a file, can’t be restored/)).toBeVisible()
    await sync.optionKeepFor.fill('')
    await expect(sync.saveOptions).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a finished backup offers its file where it was started, and Import describes its content', async () => {
    await sync.historyMenu.click()
    await sync.backUp.click()
    const { bytes } = await downloaded(page, () => sync.saveBackUp.click())
    const path = join(app.dataFolder, 'a backup')
    await writeFile(path, bytes)
    await sync.historyMenu.click()
    await sync.importFile.click()
    await imports.choose(path)
    await expect(imports.dialog.getByText(/^Archive backup, /)).toBeVisible()
    await expect(imports.dialog.getByText(/^[\d,]+ messages$/)).toBeVisible()
    expect(await violationsInThemes(page)).toEqual([])
    await imports.start.click()
    await expect(imports.report('a backup')).toBeVisible()
    await expect(imports.dialog.getByText(/(?<![\d,])0 messages/).first()).toBeVisible()
    await imports.done.click()
  })
})

test.describe('with a sandbox that keeps sending', () => {
  test.use(onEmptySandbox)

  test('an open message stays open wherever its row moves', async ({ app, program }) => {
    const { page } = app
    const { shell, messages, detail, sync } = app.pages
    const send = async (first: number, last: number) => {
      for (let number = first; number <= last; number++) {
        expect(await program.send({ to: 'ada@shop.example', subject: `Number ${number}.` })).toBe(200)
      }
    }
    const syncUntil = (number: number) =>
      expect(async () => {
        if (await sync.syncNow.isVisible()) await sync.syncNow.click()
        await expect(messages.row(`Number ${number}.`)).toBeVisible({ timeout: 3_000 })
      }).toPass()

    await send(1, 3)
    await shell.messagesLink.click()
    await syncUntil(3)
    await messages.row('Number 2.').click()
    await expect(detail.subject('Number 2.')).toBeVisible()
    await send(4, 8)
    await syncUntil(8)
    await expect(messages.selectedRow).toHaveText(/Number 2\./)
    await expect(detail.subject('Number 2.')).toBeVisible()
    await messages.grid.focus()
    await page.keyboard.press('ArrowUp')
    await expect(detail.subject('Number 3.')).toBeVisible()
  })
})
