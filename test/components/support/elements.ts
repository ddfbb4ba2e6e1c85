import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

export function box(of: Locator): DOMRect {
  return of.element().getBoundingClientRect()
}

/** Focuses an element without a click, once that is possible: an iframe without a layout cannot be focused. */
export async function focus(on: Locator): Promise<void> {
  await expect
    .poll(() => {
      on.query()?.focus()
      return hasFocus(on)
    })
    .toBe(true)
}

/** Waits for focus inside a frame. `expect.element` refuses its elements because they belong to another window. */
export function expectFocusInFrame(on: Locator): Promise<void> {
  return expect.poll(() => hasFocus(on)).toBe(true)
}

function hasFocus(on: Locator): boolean {
  const element = on.query()
  return element !== null && element.ownerDocument.activeElement === element
}
