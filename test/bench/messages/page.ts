import type { Page } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { figure, median, type Print } from '../support/figure.ts'
import { withPage } from '../support/with-page.ts'

/** A fast scroll of three seconds, in sixty steps a second, over the whole list. */
const flingSteps = 180
const probes = fileURLToPath(new URL('page-probes.mjs', import.meta.url))
const typed = 'invoice delivered'

/** The page with all rows of an archive: scrolled to the last one, and searched by typing. */
export async function benchPage(print: Print, archive: string): Promise<void> {
  await withPage({ archive, view: '#/messages', probes }, async (page, context) => {
    await page.getByRole('row').nth(5).waitFor()
    const grid = page.getByRole('grid', { name: 'Messages' })
    // The page counts as open once the parts below the rows are there, too: the exact count, and the chart of days.
    await page
      .getByRole('application', { name: /^Messages by day/ })
      .locator('canvas[style]')
      .waitFor()
    const count = Number(await grid.getAttribute('aria-rowcount')) - 1
    const ours = await worstFrame(page, '[role=grid]')
    const search = page.getByRole('combobox', { name: 'Search messages' })
    await search.focus()
    const strokes: number[] = []
    for (const letter of typed) {
      const painted = await keystroke(page, letter)
      if (painted !== null) strokes.push(painted)
    }
    const bare = await context.newPage()
    await bare.goto('about:blank')
    await bare.setContent(
      '<div id="bare" style="height:700px;overflow:auto"><div style="height:28000000px"></div></div>',
    )
    const peer = await worstFrame(bare, '#bare')
    print(
      figure({ bench: 'messages.fling-worst-frame', ours, peer, unit: 'ms', n: count, peerName: 'an empty scroller' }),
    )
    print(
      figure({
        bench: 'messages.keystroke',
        ours: median(strokes),
        peer: 50,
        unit: 'ms',
        n: count,
        peerName: 'budget',
      }),
    )
  })
}

type Probes = {
  bench: { worstFrame(target: string, steps: number): Promise<number>; armKeystroke(): void }
  benchStroke: Promise<number | null>
}

function worstFrame(page: Page, target: string): Promise<number> {
  return page.evaluate(([selector, steps]) => (globalThis as unknown as Probes).bench.worstFrame(selector, steps), [
    target,
    flingSteps,
  ] as const)
}

async function keystroke(page: Page, letter: string): Promise<number | null> {
  // Armed before the key is pressed; otherwise the first key press could be missed.
  await page.evaluate(() => (globalThis as unknown as Probes).bench.armKeystroke())
  await page.keyboard.press(letter === ' ' ? 'Space' : letter)
  return page.evaluate(() => (globalThis as unknown as Probes).benchStroke)
}
