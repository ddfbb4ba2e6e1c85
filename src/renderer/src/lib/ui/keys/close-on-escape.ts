import type { Attachment } from 'svelte/attachments'

/**
 * Escape closes the element that contains the focus and nothing behind it. A dialog opened from the element closes first.
 */
export function closeOnEscape(close: () => void): Attachment<HTMLElement> {
  return (element) => {
    const keyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const dialog = event.target instanceof Element ? event.target.closest('dialog') : null
      if (dialog === null || !element.contains(dialog)) close()
    }
    element.addEventListener('keydown', keyDown)
    return () => element.removeEventListener('keydown', keyDown)
  }
}
