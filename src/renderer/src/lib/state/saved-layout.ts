import type { TableLayout } from '../ui/table/columns.ts'
import type { AppState } from './app-state.svelte.ts'

const byDesign: TableLayout = {}

/** Returns the user’s columns for the table with this name, for use as `bind:layout={layout.get, layout.set}`. */
export function savedLayout(app: AppState, name: () => string) {
  return {
    get: () => (app.settings.viewState[name()] ?? byDesign) as TableLayout,
    set: (layout: TableLayout) => app.change({ viewState: { [name()]: { ...layout } as never } }),
  }
}
