import type { AppState } from '../../lib/state/app-state.svelte.ts'

const key = 'blacklistsGrouped'

/** Whether the user wants bulk additions to be grouped. A list may be shown ungrouped for a while without changing this. */
export function isGroupingSaved({ settings }: Pick<AppState, 'settings'>): boolean {
  return settings.viewState[key] !== false
}

export function saveGrouping(app: Pick<AppState, 'change'>, isGrouped: boolean): void {
  app.change({ viewState: { [key]: isGrouped } })
}
