import { gunzipSync } from 'node:zlib'
import { violations } from './support/axe.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { historyTest, openShop, openShopHistory } from './support/shop.ts'

/** Starts the export in the form, and reads its file when it is done. */
async function exported({ pages: { exports } }: AppUnderTest, name: string): Promise<Buffer> {
  await exports.start.click()
  await expect(exports.entry(name)).toContainText('Done')
  return (await exports.fileOf(name)).bytes
}

const linesOf = (bytes: Buffer) => bytes.toString('utf8').trimEnd().split(/\r?\n/)

historyTest('a search becomes a csv file with the chosen columns, by keyboard', async ({ app }) => {
  const { page } = app
  const { shell, messages, exports } = app.pages
  await shell.open('exports')
  await expect(exports.none).toBeVisible()
  expect(await violations(page), 'no exports').toEqual([])
  await shell.messagesLink.click()
  await messages.searchFor('tag:invoice')
  await messages.settled()
  const count = /[\d,]+(?= message)/.exec(
    await page
      .getByRole('status')
      .filter({ hasText: /messages?$/ })
      .innerText(),
  )![0]

  await test.step('the form starts with the search, and shows how many messages it has', async () => {
    await exports.menu.press('Enter')
    await exports.allMatches.press('Enter')
    await expect(exports.search).toHaveValue('tag:invoice')
    await expect(exports.estimate).toContainText(`${count} messages`)
    expect(await violations(page), 'the form').toEqual([])
    await exports.chooseFolder()
  })

  await test.step('Enter in the search starts nothing', async () => {
    await exports.search.press('Enter')
    await expect(exports.search).toBeVisible()
  })

  await test.step('columns are moved, removed and added without losing the focus', async () => {
    await exports.format('CSV').check()
    await exports.moveUp('To').press('Enter')
    await expect(exports.moveUp('To')).toBeFocused()
    await expect(exports.columns.nth(1)).toContainText('To')
    await exports.moveUp('To').press('Enter')
    await expect(exports.columns.first()).toContainText('To')
    await expect(page.getByRole('status').filter({ hasText: 'To: 1 of 14' })).toBeAttached()
    await exports.removeColumn('From').press('Enter')
    await expect(exports.removeColumn('Subject')).toBeFocused()
    await exports.addColumn.fill('recipient dom')
    await exports.addColumn.press('Enter')
    await expect(exports.columns.last()).toContainText('Recipient domain')
    await exports.separator.selectOption({ label: 'Semicolon' })
    await exports.byteOrderMark.uncheck()
  })

  await test.step('a column is dragged to the place of another one', async () => {
    await exports.dragHandle('Size').scrollIntoViewIfNeeded()
    await exports.dragHandle('Size').hover()
    await page.mouse.down()
    // Two moves, because a list scrolls when something is dragged near its edge.
    for (const steps of [5, 1]) {
      const target = (await exports.dragHandle('Click').boundingBox())!
      await page.mouse.move(target.x + 2, target.y + target.height / 2, { steps })
    }
    await page.mouse.up()
    const order = await exports.columns.allInnerTexts()
    const placeOf = (column: string) => order.findIndex((text) => text.trim().startsWith(column))
    expect(placeOf('Size')).toBe(placeOf('Click') - 1)
  })

  await test.step('a name is required, and its variables can be inserted by a press', async () => {
    await exports.name.fill('')
    await exports.name.press('Enter')
    await expect(exports.problem).toBeVisible()
    await exports.insert('{account}').press('Enter')
    await expect(exports.name).toBeFocused()
    await page.keyboard.type(' invoices')
    await expect(page.getByText('Preview: Shop invoices.csv')).toBeVisible()
  })

  await test.step('Back returns to the unchanged form', async () => {
    await shell.messagesLink.click()
    await expect(messages.title).toBeVisible()
    await page.goBack()
    await expect(exports.format('CSV')).toBeChecked()
    await expect(exports.columns.first()).toContainText('To')
    await expect(page.getByText('Preview: Shop invoices.csv')).toBeVisible()
  })

  await test.step('the file has exactly the rows of the search', async () => {
    await exports.name.press('Enter')
    await expect(exports.entry('Shop invoices.csv')).toContainText('Done')
    await expect(exports.entry('Shop invoices.csv')).toContainText(count)
    expect(await violations(page), 'the list').toEqual([])
    const { name, bytes } = await exports.fileOf('Shop invoices.csv')
    expect(name).toBe('Shop invoices.csv')
    const [head, ...rows] = linesOf(bytes)
    expect(head).toMatch(/^To;Created;State;Subject;.*;Recipient domain$/)
    expect(rows).toHaveLength(Number(count.replaceAll(',', '')))
  })

  await test.step('its details describe the content', async () => {
    await exports.open('Shop invoices.csv')
    await expect(exports.details).toContainText('From the archive: tag:invoice')
    await expect(exports.details).toContainText('To, Created, State, Subject')
    expect(await violations(page), 'the details').toEqual([])
    await exports.closeDetails.press('Enter')
    await expect(exports.details).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(exports.details).toBeVisible()
  })

  await test.step('the next export starts with the same choices', async () => {
    await exports.new.click()
    await expect(exports.format('CSV')).toBeChecked()
    await expect(exports.columns.first()).toContainText('To')
    await exports.resetColumns.press('Enter')
    await expect(exports.columns.first()).toContainText('Created')
    await page.goBack()
  })

  await test.step('it can run again, and an entry that was removed by mistake can be restored with one click', async () => {
    await exports.choose('Shop invoices.csv', 'Run again')
    await expect(exports.entries).toHaveCount(2)
    await expect(exports.entries.first()).toContainText('Done')
    await shell.keepToasts()
    await exports.choose('Shop invoices.csv', 'Remove from list')
    await expect(exports.entries).toHaveCount(1)
    await exports.undo.click()
    await expect(exports.entries).toHaveCount(2)
  })
})

historyTest('only selected rows are exported', async ({ app }) => {
  const { page } = app
  const { messages, exports } = app.pages
  await messages.rows.nth(2).click()
  await messages.rows.nth(4).click({ modifiers: ['Shift'] })
  await messages.rows.nth(6).click({ modifiers: ['ControlOrMeta'] })
  await expect(messages.selectedRow).toHaveCount(4)
  const chosen = await Promise.all(
    [2, 3, 4, 6].map((row) => messages.rows.nth(row).getByRole('gridcell').nth(2).innerText()),
  )
  await exports.menu.click()
  await exports.selectedRows.click()
  await expect(exports.estimate).toContainText('4 messages')
  await expect(page.getByText('4 selected messages')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await exports.format('JSON lines').check()
  await exports.gzip.check()
  await exports.chooseFolder()
  await exports.name.fill('Four')
  const bytes = await exported(app, 'Four.jsonl.gz')
  const records = linesOf(gunzipSync(bytes)).map((line) => JSON.parse(line) as { email: string })
  expect(records.map(({ email }) => email)).toEqual(chosen)
})

historyTest('dashboards, panels and recipients link to an export of their messages', async ({ app }) => {
  const { page } = app
  const { shell, dashboard, messages, exports } = app.pages
  await shell.open('dashboard')
  await dashboard.countOnly('invoice').click()
  await expect(messages.condition(/^tag:=invoice/)).toBeVisible()

  await test.step('exactly those that the dashboard counts', async () => {
    await exports.menu.click()
    await expect(exports.search).toHaveValue(/^tag:=invoice after:/)
    await expect(exports.estimate).toContainText(/^[\d,]+ messages/)
    const requested = /^[\d,]+/.exec(await exports.estimate.innerText())![0]
    await page.goBack()
    await expect(dashboard.figure('Requested').locator('strong')).toHaveText(requested)
    await dashboard.actionsOf('Recipient domains').click()
    await dashboard.action('Export messages…').click()
    await expect(exports.estimate).toContainText(`${requested} messages`)
  })

  await test.step('and those of one person', async () => {
    await shell.messagesLink.click()
    const recipient = messages.rows.nth(1).getByRole('gridcell').nth(2)
    await expect(recipient).toContainText('@')
    const email = await recipient.innerText()
    await shell.open(`recipients/${encodeURIComponent(email)}`)
    await exports.menu.click()
    await expect(exports.search).toHaveValue(`to:=${email}`)
    await expect(exports.estimate).toContainText(/^[1-9]\d* messages?/)
  })
})

test('the service exports a period, and changes since the last export', async ({ app, startService }) => {
  // The service remembers where the last delta ended, so other tests must not share it.
  const shopService = await startService({ scenario: 'demo' })
  await openShopHistory({ app, shopService })
  const { page } = app
  const { shell, exports } = app.pages
  const rowsOf = async (name: string) => linesOf(await exported(app, name)).length - 1

  await test.step('a period in the service’s form', async () => {
    await shell.open('exports/new')
    await exports.source('A period from the service').check()
    await exports.format('CSV').check()
    await exports.chooseFolder()
    await exports.name.fill('Period')
    expect(await rowsOf('Period.csv')).toBeGreaterThan(100)
  })

  await test.step('the form names the owner of the mark before it moves it', async () => {
    await exports.new.click()
    await exports.source('New since the last export').check()
    await expect(page.getByText(/the service keeps one mark of what was last exported/)).toBeVisible()
    await expect(exports.format('JSON lines')).toBeDisabled()
    expect(await violations(page)).toEqual([])
    await exports.name.fill('First')
    expect(await rowsOf('First.csv')).toBeGreaterThan(100)
  })

  await test.step('afterwards, nothing is new', async () => {
    await exports.new.click()
    await exports.source('New since the last export').check()
    await exports.name.fill('Second')
    expect(await rowsOf('Second.csv')).toBe(0)
  })
})

test('an export that waits for the service is paused, cancelled and retried', async ({ app, startService }) => {
  const shopService = await startService({ scenario: 'demo' })
  shopService.faults.set([{ kind: 'delay', path: '/export/*', delayMs: 600_000 }])
  await openShop({ app, shopService })
  const { page } = app
  const { shell, exports } = app.pages
  await shell.open('exports/new?source=service')
  await exports.chooseFolder()
  await exports.name.fill('Slow')
  await exports.start.click()
  const entry = exports.entry('Slow.xlsx')
  await expect(entry).toContainText('Running')
  expect(await violations(page), 'running').toEqual([])

  await test.step('it is paused and resumed', async () => {
    await exports.pause('Slow.xlsx').press('Enter')
    await expect(entry).toContainText('Paused')
    expect(await violations(page), 'paused').toEqual([])
    await exports.resume('Slow.xlsx').press('Enter')
    await expect(entry).toContainText('Running')
  })

  await test.step('it is cancelled, and fails with an error message when it is retried', async () => {
    await exports.cancel('Slow.xlsx').press('Enter')
    await expect(entry).toContainText('Cancelled')
    shopService.faults.set([{ kind: 'status', status: 403, path: '/export/*' }])
    await exports.tryAgain('Slow.xlsx').press('Enter')
    await expect(entry).toContainText('Failed')
    expect(await violations(page), 'failed').toEqual([])
  })

  await test.step('and succeeds in the end', async () => {
    shopService.faults.clear()
    await exports.tryAgain('Slow.xlsx').press('Enter')
    await expect(entry).toContainText('Done')
    await expect(exports.entries).toHaveCount(1)
  })
})
