import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { search, withHistory } from './support/shop-history.ts'

/** An account without a service, with the messages of a file of json. */
async function withImported(app: AppUnderTest, records: string): Promise<Page> {
  const { page } = app
  await page.goto(new URL('#/accounts/new', page.url()).href)
  await page.getByLabel('Name').fill('Shop')
  await page.getByLabel('Base URL').fill('http://127.0.0.1:9/v1')
  await page.getByLabel('User', { exact: true }).fill('ada')
  await page.getByLabel('Key', { exact: true }).fill('key-of-nobody-0001')
  await page.getByRole('button', { name: 'Test and add' }).click()
  await page.getByRole('button', { name: 'Save without a test' }).click()
  await page.getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('button', { name: 'Or import a file you exported before' }).click()
  const path = join(app.dataFolder, 'export.json')
  await writeFile(path, records)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /Choose a file, or drop it here/ }).click(),
  ])
  await chooser.setFiles(path)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'What became of export.json' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return page
}

function record(id: string, fields: Readonly<Record<string, unknown>>): object {
  return {
    id,
    apiKey: 'key-1',
    createdDate: 1_500_000_000,
    lastStateDate: 1_500_000_009,
    from: 'shop@example.com',
    email: `${id}@example.org`,
    subject: `About ${id}`,
    size: 900,
    tags: [],
    lastState: 'delivered',
    open: 0,
    click: 0,
    ...fields,
  }
}

test('a recipient with half a letter is opened like any other', async ({ app }) => {
  const records = JSON.stringify([record('half', { email: 'a\uD800b@example.org' }), record('whole', {})])
  const page = await withImported(app, records)
  await page.getByRole('row', { name: /About half/ }).click()
  await expect(page.getByRole('heading', { name: 'About half' })).toBeVisible()
  await page.getByRole('row', { name: /About whole/ }).click()
  await expect(page.getByRole('heading', { name: 'About whole' })).toBeVisible()
})

test('what turns the direction of a subject or a tag is spelled out', async ({ app }) => {
  const turned = record('turned', { subject: 'Invoice \u202Efdp.exe', tags: ['\u202Egat'] })
  const page = await withImported(app, JSON.stringify([turned]))
  const row = page.getByRole('row', { name: /Invoice/ })
  await expect(row).toContainText('Invoice [U+202E]fdp.exe')
  await expect(row).toContainText('[U+202E]gat')
  await row.click()
  await expect(page.getByRole('heading', { name: 'Invoice [U+202E]fdp.exe' })).toBeVisible()
  await expect(page.getByLabel('What is known').getByText('[U+202E]gat')).toBeVisible()
})

test('a message that cannot be shown leaves the list as it is, and the log has the reason', async ({ app }) => {
  await withHistory(app, async (page) => {
    const rows = page.getByRole('grid', { name: 'Messages' }).getByRole('row')
    const first = await rows.nth(1).innerText()
    // An answer that no version of Mailroom gives: the first message has no tags at all.
    await page.route(
      '**/rpc/messages.get',
      async (route) => {
        const response = await route.fetch()
        const { ok, output } = (await response.json()) as { ok: boolean; output: { message: object } }
        await route.fulfill({
          response,
          json: { ok, output: { ...output, message: { ...output.message, tags: null } } },
        })
      },
      { times: 1 },
    )
    await rows.nth(1).click()
    await expect(page.getByText('Something went wrong inside Mailroom. The log holds the details.')).toBeVisible()
    await expect(search(page)).toBeVisible()
    expect(await rows.nth(1).innerText()).toBe(first)
    await rows.nth(2).click()
    await expect(page.getByRole('button', { name: 'Close the message' })).toBeVisible()
    await expect(page.getByText('Something went wrong inside Mailroom')).toHaveCount(0)
    await page.goto(new URL('#/logs', page.url()).href)
    await expect(page.getByText(/The page failed: .*(null|length)/)).toHaveCount(1)
  })
})
