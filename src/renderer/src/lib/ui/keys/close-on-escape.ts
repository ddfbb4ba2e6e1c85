import type { Attachment } from 'svelte/attachments'

/** Escape closes what holds the focus, and nothing behind it: a dialog that was opened from here comes first. */
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
