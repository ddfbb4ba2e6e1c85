import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'

const heading = 'Id,ApiKey,CreatedDate,LastStateDate,From,Email,Subject,Size,Tags,LastState,Open,Click'

function csv(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const created = 1_500_000_000 + index * 3600
    const email = index === 4 ? '' : `jane${index}@example.org`
    return `old-${index},key-1,${created},${created + 9},shop@example.com,${email},Old invoice ${index},900,invoice,delivered,1,0`
  })
  return `${[heading, ...lines].join('\r\n')}\r\n`
}

async function openMessages(app: AppUnderTest, { live = false } = {}): Promise<Page> {
  const { page } = app
  await page.goto(new URL('#/accounts/new', page.url()).href)
  await page.getByLabel('Name').fill('Shop')
  await page.getByLabel('Base URL').fill('http://127.0.0.1:9/v1')
  await page.getByLabel('User', { exact: true }).fill('ada')
  await page.getByLabel('Key', { exact: true }).fill('key-of-nobody-0001')
  if (live) {
    await page.getByText('Advanced').click()
    await page.getByLabel('Keep the history on this disk').uncheck()
  }
  await page.getByRole('button', { name: 'Test and add' }).click()
  await page.getByRole('button', { name: 'Save without a test' }).click()
  await page.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  return page
}

async function choose(page: Page, app: AppUnderTest, name: string, content: string): Promise<void> {
  const path = join(app.dataFolder, name)
  await writeFile(path, content)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /Choose a file, or drop it here/ }).click(),
  ])
  await chooser.setFiles(path)
}

test('by mouse: from the empty view to the messages, with a report of what could not be read', async ({ app }) => {
  const page = await openMessages(app)
  await page.getByRole('button', { name: 'Or import a file you exported before' }).click()
  await choose(page, app, 'a note.csv', 'Name,Price\nTea,3\n')
  await expect(page.getByText(/its first row names none of the columns/)).toBeVisible()
  await choose(page, app, 'export 2017.csv', csv(50))
  await expect(page.getByText(/^CSV, /)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'What became of export 2017.csv' })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('49 messages')).toBeVisible()
  await expect(page.getByText('The record has no recipient')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the report…' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Import of export 2017.csv.txt')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('49 came from files')).toBeVisible()
  await expect(page.getByRole('row', { name: /Old invoice 49/ })).toBeVisible()

  // The report is there later, too.
  await page.keyboard.press('Control+j')
  await page.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByRole('heading', { name: 'What became of export 2017.csv' })).toBeVisible()
})

test('by keyboard: from the command palette to the report', async ({ app }) => {
  const page = await openMessages(app)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('import a file')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Choose a file, or drop it here/ })).toBeFocused()
  const path = join(app.dataFolder, 'old.csv')
  await writeFile(path, csv(5))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles(path)
  const start = page.getByRole('button', { name: 'Import', exact: true })
  await expect(start).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'What became of old.csv' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Old invoice 3/ })).toBeVisible()
})

test('an import that runs is cancelled by the button with that word', async ({ app }) => {
  const page = await openMessages(app)
  await page.getByRole('button', { name: 'Or import a file you exported before' }).click()
  await choose(page, app, 'long.csv', csv(200_000))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
  await dialog.getByText('Cancel', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'What became of long.csv' })).toBeVisible()
  await expect(dialog).toContainText('Cancelled. What was read before is in the archive')
})

test('by drop: onto the view of an account with an archive, and of one without', async ({ app }) => {
  const page = await openMessages(app)
  await drop(page, 'dropped.csv', csv(9))
  await expect(page.getByText('dropped.csv')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('8 messages')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('8 came from files')).toBeVisible()
})

test('an account without an archive takes no files, and says why', async ({ app }) => {
  const page = await openMessages(app, { live: true })
  await drop(page, 'dropped.csv', csv(9))
  await expect(page.getByText(/Mailroom keeps no history of Shop/).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** A file as it comes from a file manager. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text!], fileName!))
      return transfer
    },
    [name, content],
  )
  const target = page.locator('main .area')
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await target.dispatchEvent(event, { dataTransfer: files })
  }
}
