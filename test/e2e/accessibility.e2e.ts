import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Through the debugger's door: the page's own policy rightly refuses scripts that are not its own. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations: found } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

const views = [
  'messages',
  'recipients',
  'recipients/jane%40example.org',
  'overview',
  'sandbox/connect',
  'sandbox/requests',
  'sandbox/outbox',
  'sandbox/faults',
  'sandbox/clock',
]
const others = ['accounts', 'accounts/new', 'settings', 'logs', 'about']

for (const theme of ['light', 'dark']) {
  test.describe(`in ${theme}`, () => {
    test.use({ dataFiles: { 'settings.json': JSON.stringify({ theme }) } })

    test.slow()
    test('no view breaks a rule of axe', async ({ app }) => {
      const { page } = app
      await expect(page.getByRole('button', { name: 'Explore with the sandbox' })).toBeVisible()
      expect(await violations(page), 'welcome').toEqual([])
      await page.getByRole('button', { name: 'Explore with the sandbox' }).click()
      // Fifty thousand messages are made first.
      await expect(page.getByRole('heading', { name: 'Point your program here' })).toBeVisible({ timeout: 30_000 })
      for (const view of [...views, ...others]) {
        await page.goto(new URL(`#/${view}`, page.url()).href)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle').catch(() => undefined)
        expect(await violations(page), view).toEqual([])
      }
      await page.keyboard.press('Control+k')
      expect(await violations(page), 'palette').toEqual([])
    })
  })
}
