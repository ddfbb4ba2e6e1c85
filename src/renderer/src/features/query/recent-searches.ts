import { parse } from '#shared/domain/query/parse.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { stored } from './saved-views.ts'

const maxRecent = 12

export function recentSearches(app: AppState, accountId: string): readonly string[] {
  return stored<string>(app, `recentSearches:${accountId}`)
}

/** A search with an error is not remembered. */
export function rememberSearch(app: AppState, accountId: string, text: string): void {
  const search = text.trim()
  if (search === '' || recentSearches(app, accountId)[0] === search || parse(search).errors.length > 0) return
  const others = recentSearches(app, accountId).filter((recent) => recent !== search)
  app.change({ viewState: { [`recentSearches:${accountId}`]: [search, ...others].slice(0, maxRecent) } })
}
