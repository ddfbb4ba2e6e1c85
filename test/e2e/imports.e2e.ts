import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addUnreachableShop, openUnreachableShop } from './support/accounts.ts'
import { violationsInThemes } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { chooseFiles, downloaded } from './pages/base/system-dialogs.ts'
import { chooseFile } from './support/imported-file.ts'

const header = 'Id,ApiKey,CreatedDate,LastStateDate,From,Email,Subject,Size,Tags,LastState,Open,Click'

/** An export of that many rows, the fifth of which has no recipient. */
function csv(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const created = 1_500_000_000 + index * 3600
    const email = index === 4 ? '' : `jane${index}@example.org`
    return `old-${index},key-1,${created},${created + 9},shop@example.com,${email},Old invoice ${index},900,invoice,delivered,1,0`
  })
  return `${[header, ...lines].join('\r\n')}\r\n`
}

test('by mouse: a file becomes messages, and a report lists what could not be read', async ({ app }) => {
  const { page } = app
  const { imports, jobs, messages } = app.pages
  await addUnreachableShop(app.pages)
  await imports.offer.click()
  await chooseFile(app, 'a note.csv', 'Name,Price\nTea,3\n')
  await expect(page.getByText(/Its first row has none of the columns/)).toBeVisible()
  await chooseFile(app, 'export 2017.csv', csv(50))
  await expect(page.getByText(/^CSV, /)).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  await imports.start.click()
  await expect(imports.report('export 2017.csv')).toBeVisible()
  await expect(imports.dialog.getByText('49 messages')).toBeVisible()
  await expect(page.getByText('The record has no recipient')).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  const { name } = await downloaded(page, () => imports.saveReport.click())
  expect(name).toBe('Import of export 2017.csv.txt')
  await imports.done.click()
  await messages.freshness.click()
  await expect(messages.syncFacts.getByText('49 when imported')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(messages.row(/Old invoice 49/)).toBeVisible()

  await test.step('the jobs panel opens the report again', async () => {
    await jobs.toggle()
    await jobs.importReport.click()
    await expect(imports.report('export 2017.csv')).toBeVisible()
  })
})

test('by keyboard: from the command palette to the report', async ({ app }) => {
  const { page } = app
  const { palette, imports, messages } = app.pages
  await openUnreachableShop(app)
  await palette.open()
  await page.keyboard.type('import a file')
  const path = join(app.dataFolder, 'old.csv')
  await writeFile(path, csv(5))
  await page.keyboard.press('Enter')
  const chooseByKeyboard = async () => {
    // The page is notified of its file chooser through a different channel than of keys, so a key press alone may
    // arrive first. The focus check cannot.
    await expect(imports.chooseFile).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await chooseFiles(page, chooseByKeyboard, [path])
  await expect(imports.start).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(imports.report('old.csv')).toBeVisible()
  await expect(imports.done).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(messages.row(/Old invoice 3/)).toBeVisible()
})

test('a running import is stopped by its Cancel button', async ({ app }) => {
  const { imports } = app.pages
  await openUnreachableShop(app)
  await imports.offer.click()
  await chooseFile(app, 'long.csv', csv(400_000))
  await imports.start.click()
  // The progress has a value once the first records are read. Looks at each frame, because the import soon ends.
  await app.page.waitForFunction(() => document.querySelector('[role="progressbar"][aria-valuenow]'))
  await imports.cancel.click()
  await expect(imports.report('long.csv')).toBeVisible()
  await expect(imports.dialog).toContainText('Cancelled. The records read before the import stopped are in the archive')
})

test('a file is imported by dropping it onto the messages', async ({ app }) => {
  const { page } = app
  const { imports, messages } = app.pages
  await openUnreachableShop(app)
  await imports.drop('dropped.csv', csv(9))
  await expect(page.getByText('dropped.csv')).toBeVisible()
  await imports.start.click()
  await expect(imports.dialog.getByText('8 messages')).toBeVisible()
  await imports.done.click()
  await messages.freshness.click()
  await expect(messages.syncFacts.getByText('8 when imported')).toBeVisible()
})

test('an account without an archive refuses files and gives the reason', async ({ app }) => {
  const { imports } = app.pages
  await openUnreachableShop(app, { stored: false })
  await imports.drop('dropped.csv', csv(9))
  await expect(app.page.getByText(/Mailroom keeps no history (?:for|of) Shop/).first()).toBeVisible()
  await expect(imports.dialog).toHaveCount(0)
})
