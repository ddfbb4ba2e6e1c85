import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { box } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'

test('the titles of all views in the sidebar start at the same position', async () => {
  await openMailroom('overview', { scenario: 'empty' })
  const views = page.getByRole('navigation', { name: 'Views' })
  const title = page.getByRole('heading', { level: 1 })
  const starts: Record<string, number[]> = {}
  for (const link of views.element().querySelectorAll('a')) {
    link.click()
    await expect.poll(() => title.query()?.textContent).toBe(link.textContent.trim())
    starts[link.textContent.trim()] = []
    for (const width of [900, 1280, 1920]) {
      await page.viewport(width, 800)
      starts[link.textContent.trim()]!.push(box(title).left - box(views).right)
    }
  }
  const first = starts['Overview']
  expect(first).toHaveLength(3)
  expect(Object.keys(starts)).toContain('Settings')
  for (const [name, start] of Object.entries(starts)) expect(start, name).toEqual(first)
})
