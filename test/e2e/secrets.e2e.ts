import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './support/fixtures.ts'
import { heapSnapshot } from './support/heap.ts'

// Joined at run time from two halves, so that no script in the page’s memory contains the complete key.
const canary = ['canary-7fK2mmQ0vW', 'x81LpTzR4nB9cdE5'].join('')

// A trace records typed text inside the page, which would cause the very leak that the test looks for.
test.use({ trace: 'off', spawned: true })

test('a typed key is in no file, in no log and, once it is stored, nowhere in the page', async ({
  app,
  startService,
}) => {
  const service = await startService({ key: canary })
  const { page, dataFolder } = app
  const { welcome, accountForm, overview } = app.pages
  await welcome.connectAccount.click()
  await accountForm.name.fill('Shop')
  await accountForm.baseUrl.fill(service.url)
  await accountForm.user.fill(service.credentials.user)
  // Typed by keyboard: fill() would pass the key to a Playwright script in the page.
  await accountForm.key.focus()
  await page.keyboard.insertText(canary)
  await accountForm.testAndAdd.click()
  await expect(overview.title).toBeVisible()
  await expect(overview.connected).toBeVisible()

  expect(await page.content()).not.toContain(canary)
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).not.toContain(canary)
  expect(await heapSnapshot(page)).toContain(await overview.connected.innerText())
  // Garbage is collected at any time, so a single snapshot proves nothing.
  await expect.poll(async () => (await heapSnapshot(page)).includes(canary)).toBe(false)

  const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) expect([file, (await readFile(file, 'latin1')).includes(canary)]).toEqual([file, false])
})
