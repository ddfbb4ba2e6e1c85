import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { coloursAtRest, contrast, onlyViolations, standards } from '#test/support/axe/axe-rules.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeWindow = { axe: { run(context: object, options: RunOptions): Promise<AxeResults> } }

/** The violations that axe finds in the page, or only in the part that was just opened. */
export function violations(page: Page, part = 'html'): Promise<string[]> {
  return runAxe(page, part, standards)
}

/**
 * All violations in the light theme, and insufficient contrast in the dark one. The page follows the system’s theme.
 */
export async function violationsInThemes(page: Page, part = 'html'): Promise<string[]> {
  const light = await violations(page, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await runAxe(page, part, [contrast])
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((found) => `dark: ${found}`)]
}

/** Axe is loaded through the debugger, because the page’s policy refuses foreign scripts. `rules`: names or tags. */
async function runAxe(page: Page, part: string, rules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  await page.evaluate(coloursAtRest)
  // A panel below the window gets a layout only when scrolled into view. Until then, all its buttons are in the same
  // spot.
  await page.evaluate(() => {
    for (const panel of document.querySelectorAll<HTMLElement>('[data-panel]'))
      panel.style.contentVisibility = 'visible'
  })
  // Playwright would transfer every passed element and validate each of its fields.
  return page.evaluate(
    async ([selector, options]) => {
      const { violations: found } = await (window as unknown as AxeWindow).axe.run({ include: [selector] }, options)
      return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    },
    [part, { ...onlyViolations, runOnly: rules }] as const,
  )
}
