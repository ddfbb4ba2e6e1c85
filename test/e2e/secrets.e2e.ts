import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { startService } from './support/sandbox.ts'

// Two halves, joined at run time: no script of this file in the page's memory holds the whole.
const canary = ['canary-7fK2mmQ0vW', 'x81LpTzR4nB9cdE5'].join('')

// A trace keeps what was typed, in the page itself: here it would be the leak that it looks for.
test.use({ trace: 'off' })

test('a key that was typed is in no file, no log and, once it is stored, nowhere in the page', async ({ app }) => {
  const service = await startService({ key: canary })
  try {
    const { page, dataFolder } = app
    await page.getByRole('button', { name: 'Connect an account' }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByLabel('Base URL').fill(service.url)
    await page.getByLabel('User', { exact: true }).fill(service.credentials.user)
    // Typed as by a keyboard: fill() would hand the key to a script of Playwright's in the page.
    await page.getByLabel('Key', { exact: true }).focus()
    await page.keyboard.insertText(canary)
    await page.getByRole('button', { name: 'Test and add' }).click()
    await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible()
    await expect(page.getByText('The service answers')).toBeVisible()

    expect(await page.content()).not.toContain(canary)
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).not.toContain(canary)
    expect(await heapSnapshot(page)).toContain('The service answers')
    // The collector takes what nothing holds any more in its own time, so one look proves nothing.
    await expect.poll(async () => (await heapSnapshot(page)).includes(canary)).toBe(false)

    const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) expect([file, (await readFile(file, 'latin1')).includes(canary)]).toEqual([file, false])
  } finally {
    await service.close()
  }
})

/** Everything the page's scripts can still reach: the snapshot collects garbage first. */
async function heapSnapshot(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}
