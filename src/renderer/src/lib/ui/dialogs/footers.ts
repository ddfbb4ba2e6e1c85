import type { Attachment } from 'svelte/attachments'

/**
 * Dispatched on the document whenever a footer opens, changes its size or disappears, so that toasts can keep its buttons
 * uncovered.
 */
export const footerChange = 'ui-footer-change'

const mark = 'data-footer'
const gap = 8
/** The distance from the stack to the window: `--space-4`. */
const margin = 16

/** Marks a bar of buttons that stays in view: toasts are shown above it. */
export const toastsAbove: Attachment<HTMLElement> = (footer) => {
  const emit = () => document.dispatchEvent(new CustomEvent(footerChange))
  footer.setAttribute(mark, '')
  const observer = new ResizeObserver(emit)
  observer.observe(footer)
  // As the content of a dialog grows, it moves the footer, whose own size does not change.
  const dialog = footer.closest('dialog')
  if (dialog) observer.observe(dialog)
  return () => {
    observer.disconnect()
    footer.removeAttribute(mark)
    emit()
  }
}

/** How far a stack at the lower right is raised, so that it covers no footer of its page or dialog. */
export function raisedAboveFooters(stack: HTMLElement): number {
  const { left, height } = stack.getBoundingClientRect()
  // The measured end may be in transition from one height to the next.
  const atRest = innerHeight - margin
  let most = 0
  for (const footer of stack.parentElement?.querySelectorAll(`[${mark}]`) ?? []) {
    const box = footer.getBoundingClientRect()
    const isBelow = box.width > 0 && box.right > left && box.bottom > atRest - height && box.top < atRest
    if (isBelow) most = Math.max(most, atRest - box.top + gap)
  }
  return most
}
