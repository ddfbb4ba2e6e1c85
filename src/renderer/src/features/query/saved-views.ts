import type { Sort } from '#shared/domain/messages/search.ts'
import type { TeamView } from '#shared/contract/team.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'

export type SavedView = { readonly name: string; readonly text: string; readonly sort: Sort }

/** A saved view. A view shared by the team also has an id and the user who saved it. */
export type OfferedView = SavedView & Partial<Pick<TeamView, 'id' | 'sharedBy'>>

/** Returns the list stored under a name in the settings; empty if there is none. */
export function stored<Value>(app: AppState, name: string): readonly Value[] {
  const value = app.settings.viewState[name]
  return Array.isArray(value) ? (value as Value[]) : []
}

/** An account’s named searches. Stored in the settings, so that they survive a restart. */
export function savedViews(app: AppState, accountId: string): readonly SavedView[] {
  return stored<SavedView>(app, `savedViews:${accountId}`)
}

export function saveView(app: AppState, accountId: string, view: SavedView): void {
  const others = savedViews(app, accountId).filter((saved) => saved.name !== view.name)
  app.change({ viewState: { [`savedViews:${accountId}`]: [...others, view] } })
}

export function removeView(app: AppState, accountId: string, name: string): void {
  const kept = savedViews(app, accountId).filter((saved) => saved.name !== name)
  app.change({ viewState: { [`savedViews:${accountId}`]: [...kept] } })
}
