import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { ToastAction } from '../../../lib/ui/toasts/toast-queue.ts'

type Undoable = {
  readonly undo: () => void
  /** The edited content. As long as it is the same, nothing was done since the toast. */
  readonly content: () => unknown
}

/** The Undo of a toast takes back the change that the toast reports, and nothing that was done since. */
export function undoOf(app: Pick<AppState, 'toasts'>, { undo, content }: Undoable): ToastAction {
  const after = content()
  const run = (): void => {
    if (content() === after) undo()
    else app.toasts.warn('Nothing was undone because there are newer changes. Undo those first, one at a time.')
  }
  return { label: 'Undo', run }
}
