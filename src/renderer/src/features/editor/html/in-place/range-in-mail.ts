import { type Editable, isShownBy, textRange } from '../../../markup/index.ts'
import { withWholePlaceholders, type Range } from '../source/placeholders.ts'
import { trimmed } from './link-edits.ts'
import type { Shown } from './mail-tree.ts'
import { lettersOf } from './run-letters.ts'
import type { ShownMail } from './shown-mail.ts'

/** Returns the visible part of a range of the source; undefined if the range is hidden or contains only markup. */
export function seenAt(mail: ShownMail, range: Range): Shown | undefined {
  return mail.all.find((shown) => isShownBy(mail.editable(shown), range) && isSeen(shown.element))
}

/**
 * Returns the characters of a run that a range of the source contains; all of them if the range is the tag around the
 * run.
 */
export function lettersAt(
  html: string,
  { element }: Shown,
  editable: Editable,
  { from, to }: Range,
): [from: number, to: number] {
  const text = lettersOf(element)
  const isOutside = from < editable.from || to > editable.to
  const written = textRange(html.slice(editable.from, editable.to), from - editable.from, to - editable.from)
  const letters = trimmed(text, isOutside ? { from: 0, to: text.length } : written)
  const whole = withWholePlaceholders(text, letters)
  return [whole.from, whole.to]
}

/**
 * Whether a reader can see an element. Messages hide text with styles, with tiny sizes, and in boxes without a width or
 * height.
 */
function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  if (![...element.getClientRects()].some(({ width, height }) => width > 0 && height > 0)) return false
  for (let box = element.parentElement; box; box = box.parentElement) {
    const { overflow, display } = getComputedStyle(box)
    const isClosed = box.clientHeight === 0 || box.clientWidth === 0
    if (isClosed && overflow !== 'visible' && display !== 'inline') return false
  }
  return true
}
