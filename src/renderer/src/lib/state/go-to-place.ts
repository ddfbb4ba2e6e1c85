import { tick } from 'svelte'
import type { LinkPlace } from '#shared/domain/app/mailroom-link.ts'
import type { AppState } from './app-state.svelte.ts'

/** Navigates to a view of an account, and switches to the account if another one is current. */
export async function goToPlace(app: AppState, { accountId, segments, query }: LinkPlace): Promise<void> {
  if (accountId !== app.currentId) {
    await app.select(accountId)
    // A newly selected account first opens the view in which the user left it.
    await tick()
  }
  app.router.go(segments, query)
}
