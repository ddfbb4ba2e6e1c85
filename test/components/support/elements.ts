import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

export function box(of: Locator): DOMRect {
  return of.element().getBoundingClientRect()
}

/** Gives it the focus without a click, once it can take it: a frame that is not laid out yet takes none. */
export async function focus(on: Locator): Promise<void> {
  await expect
    .poll(() => {
      on.query()?.focus()
      return hasFocus(on)
    })
    .toBe(true)
}

/** Waits for the focus in a frame, whose elements `expect.element` refuses because they are of another window. */
export function expectFocusInFrame(on: Locator): Promise<void> {
  return expect.poll(() => hasFocus(on)).toBe(true)
}

function hasFocus(on: Locator): boolean {
  const element = on.query()
  return element !== null && element.ownerDocument.activeElement === element
}
