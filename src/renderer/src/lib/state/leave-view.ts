import type { Toasts } from '../ui/toasts/toasts.svelte.ts'

/**
 * Elements that would disappear along with everything entered in them. Drafts are not included, because they are saved when
 * left.
 */
const unsaved = 'dialog:modal, [data-unsaved]'

type Leave = { readonly message: string; readonly label: string; readonly go: () => void }

/** Leaves the view. If that would lose entries, the user is asked first. Returns the id of the toast that asks. */
export function leaveView({ toasts }: { readonly toasts: Toasts }, { message, label, go }: Leave): number | null {
  if (document.querySelector(unsaved) === null) {
    go()
    return null
  }
  return toasts.warn(message, { action: { label, run: go }, duration: null })
}
