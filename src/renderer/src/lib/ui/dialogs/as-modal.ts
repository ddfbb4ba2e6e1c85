import type { Attachment } from 'svelte/attachments'

/** Told to the document whenever a modal opens or closes, so that toasts can move to where they are not inert. */
export const modalChange = 'ui-modal-change'

const fields = 'input:not([type=hidden], [type=file]), select, textarea'
const focusable = 'input:not([type=hidden]), select, textarea, button, a[href], [tabindex="0"]'

/**
 * Opens a `<dialog>` as a modal for as long as it is in the page. The platform supplies the trap, the inert background and
 * Escape; added are a sensible first focus (never the close button when there is a field) and its return afterwards.
 */
export const asModal: Attachment<HTMLDialogElement> = (dialog) => {
  const before = document.activeElement
  dialog.showModal()
  if (!dialog.querySelector('[autofocus]')) firstFocus(dialog)?.focus()
  document.dispatchEvent(new CustomEvent(modalChange))
  return () => {
    // The browser says so a moment later, when the same dialog may be open again: it would close that one.
    dialog.addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true })
    if (dialog.open) dialog.close()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
    document.dispatchEvent(new CustomEvent(modalChange))
  }
}

function firstFocus(dialog: HTMLDialogElement): HTMLElement | undefined {
  // Of radio buttons Tab knows only the chosen one.
  const passed = ':disabled, [type=radio]:not(:checked)'
  const usable = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter((element) => !element.matches(passed))
  const inside = (part: string) => usable.filter((element) => element.closest(`[data-part=${part}]`))
  const body = inside('body')
  // A field before the buttons beside it: those of chips take something away.
  return body.find((element) => element.matches(fields)) ?? body[0] ?? inside('footer')[0] ?? usable[0]
}
