import { expect, type Locator, type Page } from '@playwright/test'

type Shift = PerformanceEntry & {
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRect
    readonly currentRect: DOMRect
  }[]
}
type Watching = { jumps: string[] }

/**
 * Records what moves up or down in the page from now on: what a user is about to click must stay in place when something
 * else finishes loading. What is in one of `changing`, such as the rows of a list that is being filtered, may move. The returned
 * function reads the record.
 */
export async function watchJumps(page: Page, changing: readonly string[] = []): Promise<() => Promise<string[]>> {
  await page.evaluate((selectors) => {
    const jumps: string[] = []
    ;(window as unknown as Watching).jumps = jumps
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node, previousRect, currentRect } of sources) {
          const by = currentRect.y - previousRect.y
          const element = node instanceof Element ? node : node?.parentElement
          // What is gone by now, such as a suggestion that no longer fits, is nothing that anybody could click.
          if (element && by !== 0 && !selectors.some((selector) => element.closest(selector)))
            jumps.push(`${element.className}: ${by} px, ${element.textContent?.trim().slice(0, 60)}`)
        }
    }).observe({ type: 'layout-shift' })
  }, changing)
  return () =>
    page.evaluate(async () => {
      // Waits until the last response is painted, and the observer has reported the painting.
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted))))
      return (window as unknown as Watching).jumps
    })
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Where something stands once it has stopped moving: what comes late may move what is below it. */
export async function settledBox(locator: Locator): Promise<Box> {
  let last: Box | null = null
  await expect
    .poll(
      async () => {
        const before = last
        last = await locator.boundingBox()
        return last !== null && last.y === before?.y
      },
      { intervals: [300] },
    )
    .toBe(true)
  return last!
}
