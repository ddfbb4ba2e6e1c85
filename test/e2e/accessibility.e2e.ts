import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

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
      await expect(page.getByRole('heading', { name: 'Point your program here' })).toBeVisible()
      for (const view of [...views, ...others]) {
        await page.goto(new URL(`#/${view}`, page.url()).href)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        // Rows of an older question are dimmed while the newer one is on its way.
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        expect(await violations(page), view).toEqual([])
      }
      await page.keyboard.press('Control+k')
      expect(await violations(page), 'palette').toEqual([])
    })
  })
}
