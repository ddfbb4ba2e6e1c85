import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** By their tags: what is not named here (the size of what is clicked, for one) axe leaves out. */
const standards: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type AxeWindow = { axe: { run(context: object, options: object): Promise<AxeResults> } }

/**
 * What axe finds wrong with the page, or with the one part of it that was just opened. It comes in through the debugger's
 * door: the page's own policy rightly refuses scripts that are not its own.
 */
export async function violations(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(axe)
  // A colour on its way from one to the other is neither. One that turns round on its way (the pointer is elsewhere when
  // the layout has changed) is another animation.
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    for (let some = running(); some.length > 0; some = running()) {
      await Promise.allSettled(some.map(({ finished }) => finished))
    }
  })
  const { violations: found } = await page.evaluate(
    ([selector, tags]) => (window as unknown as AxeWindow).axe.run({ include: [selector] }, { runOnly: tags }),
    [part, standards] as const,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}
