import type { TableLayout } from '../ui/table/columns.ts'
import type { AppState } from './app-state.svelte.ts'

const asDesigned: TableLayout = {}

/** How the user arranged the columns of a table, by a name of its own: `bind:layout={layout.get, layout.set}`. */
export function keptLayout(app: AppState, name: () => string) {
  return {
    get: () => (app.settings.viewState[name()] ?? asDesigned) as TableLayout,
    set: (layout: TableLayout) => app.change({ viewState: { [name()]: { ...layout } as never } }),
  }
}
