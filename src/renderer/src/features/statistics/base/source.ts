import type { Account } from '#shared/contract/accounts.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'

export type Source = 'archive' | 'service'

const nameOf = (accountId: string) => `dashboardSource:${accountId}`

/** The address takes precedence over the last choice. An account without a history has no archive to count. */
export function sourceOf(app: Pick<AppState, 'router' | 'settings'>, { id, storeHistory }: Account): Source {
  if (!storeHistory) return 'service'
  const source = app.router.route.query.get('source') ?? app.settings.viewState[nameOf(id)]
  return source === 'service' ? 'service' : 'archive'
}

/**
 * Names the source in the current and in the new history entry, so that Back returns to the other source whatever was
 * chosen last.
 */
export function switchSource(app: AppState, accountId: string, source: Source): void {
  const { segments, query } = app.router.route
  const address = Object.fromEntries(query)
  app.router.replace(segments, { ...address, source: source === 'service' ? 'archive' : 'service' })
  app.change({ viewState: { [nameOf(accountId)]: source } })
  app.router.go(segments, { ...address, source })
}
