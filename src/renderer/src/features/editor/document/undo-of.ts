import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { ToastAction } from '../../../lib/ui/toasts/toast-queue.ts'
import { undoAction } from '../../../lib/ui/toasts/undo-action.ts'

type Undoable = {
  readonly undo: () => void
  /** The edited content. If it is unchanged, nothing has been edited since the toast was shown. */
  readonly content: () => unknown
}

/** A toast’s Undo reverts the change that the toast reports. If anything has changed since, it reverts nothing and warns. */
export function undoOf(app: Pick<AppState, 'toasts'>, { undo, content }: Undoable): ToastAction {
  const after = content()
  return undoAction(() => {
    if (content() === after) undo()
    else app.toasts.warn('Nothing was undone because there are newer changes. Undo those first, one at a time.')
  })
}
