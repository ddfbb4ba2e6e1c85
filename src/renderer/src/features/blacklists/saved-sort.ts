import type { BlacklistSort } from '#shared/contract/blacklists.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { savedLayout } from '../../lib/state/saved-layout.ts'
import type { TableLayout } from '../../lib/ui/table/columns.ts'
import { savedSort } from '../../lib/ui/table/field-sort.ts'

export function blacklistLayout(app: AppState, accountId: () => string) {
  return savedLayout(app, () => `blacklistColumns:${accountId()}`)
}

/** Returns the saved sort order of a list, available before its table is drawn. Defaults to newest first. */
export function sortIn(layout: TableLayout): BlacklistSort {
  return savedSort(layout, ['address', 'since', 'reason', 'list'], { field: 'since', descending: true })
}
