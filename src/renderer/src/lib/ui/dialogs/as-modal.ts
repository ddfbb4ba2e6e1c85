import type { Attachment } from 'svelte/attachments'

/**
 * Dispatched on the document whenever a modal opens or closes, so that toasts can move out of the inert part of the page.
 */
export const modalChange = 'ui-modal-change'

const fields = 'input:not([type=hidden], [type=file]), select, textarea'
const focusable = 'input:not([type=hidden]), select, textarea, button, a[href], [tabindex="0"]'

/**
 * Opens a `<dialog>` as a modal for as long as it is in the page. The platform supplies the focus trap, the inert
 * background and Escape. This attachment adds a sensible initial focus (never the close button if there is a field) and
 * returns the focus.
 */
export const asModal: Attachment<HTMLDialogElement> = (dialog) => {
  const before = document.activeElement
  dialog.showModal()
  if (!dialog.querySelector('[autofocus]')) firstFocus(dialog)?.focus()
  document.dispatchEvent(new CustomEvent(modalChange))
  return () => {
    // The browser’s close event arrives a moment later, when the same dialog may be open again and would be closed by it.
    dialog.addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true })
    if (dialog.open) dialog.close()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
    document.dispatchEvent(new CustomEvent(modalChange))
  }
}

function firstFocus(dialog: HTMLDialogElement): HTMLElement | undefined {
  // In a group of radio buttons, Tab reaches only the checked one.
  const passed = ':disabled, [type=radio]:not(:checked)'
  const usable = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter((element) => !element.matches(passed))
  const inside = (part: string) => usable.filter((element) => element.closest(`[data-part=${part}]`))
  const body = inside('body')
  // A field takes precedence over the adjacent buttons, because chip buttons remove something.
  return body.find((element) => element.matches(fields)) ?? body[0] ?? inside('footer')[0] ?? usable[0]
}
