import type { Attachment } from 'svelte/attachments'

/**
 * Dispatched on the document whenever a footer opens, changes its size or disappears, so that toasts can leave its buttons
 * uncovered.
 */
export const footerChange = 'ui-footer-change'

const mark = 'data-footer'
const gap = 8
/** The distance between the stack and the window’s edge: `--space-4`. */
const margin = 16

/** Registers a button bar that stays in view: toasts are shown above it. */
export const toastsAbove: Attachment<HTMLElement> = (footer) => {
  const emit = () => document.dispatchEvent(new CustomEvent(footerChange))
  footer.setAttribute(mark, '')
  const observer = new ResizeObserver(emit)
  observer.observe(footer)
  // A dialog’s growing content moves the footer without changing the footer’s size.
  const dialog = footer.closest('dialog')
  if (dialog) observer.observe(dialog)
  return () => {
    observer.disconnect()
    footer.removeAttribute(mark)
    emit()
  }
}

/** How far a stack at the lower right is raised to avoid covering any footer of its page or dialog. */
export function raisedAboveFooters(stack: HTMLElement): number {
  const { left, height } = stack.getBoundingClientRect()
  // The stack may be mid-transition, so its resting edge is computed instead of measured.
  const atRest = innerHeight - margin
  let most = 0
  for (const footer of stack.parentElement?.querySelectorAll(`[${mark}]`) ?? []) {
    const box = footer.getBoundingClientRect()
    const isBelow = box.width > 0 && box.right > left && box.bottom > atRest - height && box.top < atRest
    if (isBelow) most = Math.max(most, atRest - box.top + gap)
  }
  return most
}
