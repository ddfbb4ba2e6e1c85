import { expect, test } from '@playwright/test'
import { servePreview, type ServedPreview } from '#test/support/page/component-preview.ts'
import { ComponentPreview } from './pages/component-preview.ts'
import { PageProblems } from './support/page-problems.ts'

let served: ServedPreview

test.skip(({ browserName }) => browserName !== 'chromium', 'The components are shown in Chromium.')

test.beforeAll(async () => {
  test.setTimeout(180_000)
  served = await servePreview()
})

test.afterAll(() => served.close())

// The behaviour of each component is tested in test/components.
test('the components page is built, and everything on it complies with the app’s policy', async ({ page }) => {
  const problems = new PageProblems()
  problems.expected.push(/favicon\.ico/)
  problems.watch(page)
  await page.goto(`${served.url}preview.html?theme=dark`)
  const preview = new ComponentPreview(page)
  await expect(preview.htmlEditor).toBeVisible()
  await expect(preview.chart).toBeVisible()
  await expect(preview.grid).toHaveAttribute('aria-rowcount', '5000001')
  for (const [name, part] of Object.entries(preview.layers)) {
    await preview.button(name).click()
    await expect(page.locator(part).filter({ visible: true })).not.toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(preview.button(name)).toBeFocused()
  }
  for (const name of ['Warning', 'Error', 'With Undo']) await preview.button(name).click()
  await expect(preview.button('Undo')).toBeVisible()
  expect(problems.unexpected()).toEqual([])
})
