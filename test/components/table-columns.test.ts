import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from './support/open-mailroom.ts'

function cutCells(): (string | null)[] {
  return [...document.querySelectorAll('[role=gridcell]')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map((cell) => cell.textContent)
}

/** The texts that are cut off in any animation frame. */
function cutInAnyFrame(): Set<string | null> {
  const cut = new Set<string | null>()
  let handle = requestAnimationFrame(function look() {
    for (const text of cutCells()) cut.add(text)
    handle = requestAnimationFrame(look)
  })
  onTestFinished(() => cancelAnimationFrame(handle))
  return cut
}

test('table columns fit all rows from the first frame on', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  await page.viewport(1920, 800)
  const cut = cutInAnyFrame()
  location.hash = '#/templates'
  const grid = page.getByRole('grid')
  // The first template’s name is shorter than the others.
  await expect.element(grid.getByRole('row').nth(2)).toBeVisible()
  await expect.poll(cutCells).toEqual([])
  expect([...cut]).toEqual([])
})
