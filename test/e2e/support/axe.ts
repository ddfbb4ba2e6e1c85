import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { coloursAtRest, contrast, onlyViolations, standards } from '#test/support/axe/axe-rules.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeWindow = { axe: { run(context: object, options: RunOptions): Promise<AxeResults> } }

/** The violations that axe finds in the page, or in the part of it that was just opened. */
export function violations(page: Page, part = 'html'): Promise<string[]> {
  return runAxe(page, part, standards)
}

/** The same in the light theme, and what is too pale in the dark one. The page follows the theme of the system. */
export async function violationsInThemes(page: Page, part = 'html'): Promise<string[]> {
  const light = await violations(page, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await runAxe(page, part, [contrast])
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((found) => `dark: ${found}`)]
}

/** Axe is loaded through the debugger because the page's own policy rightly refuses other scripts. `rules`: by name or tag. */
async function runAxe(page: Page, part: string, rules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  await page.evaluate(coloursAtRest)
  // A panel below the window is laid out only when it is scrolled to. Until then all of its buttons are in one spot.
  await page.evaluate(() => {
    for (const panel of document.querySelectorAll<HTMLElement>('[data-panel]'))
      panel.style.contentVisibility = 'visible'
  })
  // Playwright would carry every element that passed from the page to here, and check each of its fields.
  return page.evaluate(
    async ([selector, options]) => {
      const { violations: found } = await (window as unknown as AxeWindow).axe.run({ include: [selector] }, options)
      return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    },
    [part, { ...onlyViolations, runOnly: rules }] as const,
  )
}
