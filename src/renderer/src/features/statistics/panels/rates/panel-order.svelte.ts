import type { AppState } from '../../../../lib/state/app-state.svelte.ts'
import { nextOrder, readOrder, type RateOrder } from './rate-order.ts'

/** The sort order of a panel’s table, stored in the settings like the panel’s position. */
export class PanelOrder {
  readonly #app: Pick<AppState, 'settings' | 'change'>
  readonly #name: string
  readonly current: RateOrder = $derived.by(() => readOrder(this.#app.settings.viewState[this.#name]))

  constructor(app: Pick<AppState, 'settings' | 'change'>, panel: string) {
    this.#app = app
    this.#name = `dashboardOrder:${panel}`
  }

  readonly sort = (column: string): void => {
    this.#app.change({ viewState: { [this.#name]: nextOrder(this.current, column) } })
  }
}
