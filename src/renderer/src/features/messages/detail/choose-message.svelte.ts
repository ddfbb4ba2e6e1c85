import { untrack } from 'svelte'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'

/** Makes a view’s message the target of commands such as Copy delivery summary, for as long as the view exists. */
export function chooseMessage(app: AppState, accountId: () => string, row: () => number | undefined): void {
  $effect(() => {
    const shown = row()
    if (shown === undefined) return
    const chosen = { accountId: accountId(), row: shown }
    app.chosenMessage = chosen
    return () => {
      if (untrack(() => app.chosenMessage) === chosen) app.chosenMessage = null
    }
  })
}
