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
 * Records vertical movements in the page from now on: an element that a user is about to click must stay in place
 * when something else finishes loading. Elements inside one of `changing`, such as the rows of a filtered list, may
 * move. The returned function reads the record.
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
          // An element that is gone, such as a suggestion that no longer matches, could not be clicked anyway.
          if (element && by !== 0 && !selectors.some((selector) => element.closest(selector)))
            jumps.push(`${element.className}: ${by} px, ${element.textContent?.trim().slice(0, 60)}`)
        }
    }).observe({ type: 'layout-shift' })
  }, changing)
  return () =>
    page.evaluate(async () => {
      // Waits until the last response is painted, and the observer has reported it.
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted))))
      return (window as unknown as Watching).jumps
    })
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** The position of an element once it has stopped moving: content that loads late may move the elements below it. */
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
