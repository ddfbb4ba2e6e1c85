import type { Account } from '#shared/contract/accounts.ts'
import type { AppState } from './app-state.svelte.ts'

/**
 * The account of a view, as it changes: its key may be entered while the view is open. Another account gets a new view,
 * so this never becomes another account.
 */
export function viewAccount(app: AppState): () => Account {
  const first = app.current as Account
  const account = $derived(app.accounts.find(({ id }) => id === first.id) ?? first)
  return () => account
}
