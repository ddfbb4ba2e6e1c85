import type { Account } from '#shared/contract/accounts.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { movedTo, type Dragged } from '../../../lib/ui/layout/reorder.ts'
import type { ExportStart } from '../../messages/index.ts'
import { aboutFigures, type FigureQuestion, type DashboardAbout } from '../saving/panel-file.ts'
import { asDesigned, inUsersOrder, readArranged, type Arranged } from './arrange.ts'

type Named = { readonly id: string; readonly title: string }

type Options = {
  readonly app: Pick<AppState, 'settings' | 'change'>
  readonly account: Pick<Account, 'id'>
  readonly source: string
  /** The dashboard’s panels, in the designed order. */
  readonly panels: readonly Named[]
  /** The question whose figures a panel shows. Files saved from the panel describe it. */
  readonly about: (panel: string) => FigureQuestion
  /** The messages counted by the panels, for exporting them. */
  readonly exported: () => Partial<ExportStart>
}

/** Which of a dashboard’s panels are shown, and in what order. Stored in the settings. */
export class Arrangement {
  readonly #options: Options
  readonly about: (panel: string) => DashboardAbout
  readonly exported: () => Partial<ExportStart>
  enlarged = $state<string | null>(null)
  /** The panel being dragged, and the panel whose position it would take. */
  dragged = $state.raw<Dragged | null>(null)
  /** The last action, announced to screen readers. */
  said = $state('')
  readonly #arranged: Arranged = $derived.by(() => readArranged(this.#saved))
  readonly #order = $derived.by(() =>
    inUsersOrder(
      this.#options.panels.map(({ id }) => id),
      this.#arranged.order,
    ),
  )
  /** Every panel, including hidden ones. */
  readonly all: readonly Named[] = $derived.by(() => {
    const panels = this.#options.panels
    return this.#order.map((id) => panels.find((panel) => panel.id === id)!)
  })
  readonly shown: readonly Named[] = $derived.by(() => this.all.filter(({ id }) => this.isShown(id)))

  constructor(options: Options) {
    this.#options = options
    this.about = (panel) => aboutFigures(options.about(panel))
    this.exported = options.exported
  }

  /** Also decides whether a lazily loaded panel is loaded. */
  isShown(id: string): boolean {
    return !this.#arranged.hidden.includes(id)
  }

  get isAsDesigned(): boolean {
    const { order, hidden } = this.#arranged
    return order.length === 0 && hidden.length === 0
  }

  /** The next visible panel in one direction; undefined if there is none. */
  neighbour(id: string, by: 1 | -1): string | undefined {
    return this.shown[this.shown.findIndex((panel) => panel.id === id) + by]?.id
  }

  moveTo(id: string, target: string): void {
    if (id === target) return
    this.#save({ ...this.#arranged, order: movedTo(this.#order, id, target) })
    const place = this.shown.findIndex((panel) => panel.id === id) + 1
    this.said = `${this.#title(id)}: ${place} of ${this.shown.length}`
  }

  hide(id: string): void {
    this.#save({ ...this.#arranged, hidden: [...this.#arranged.hidden, id] })
    this.said = `${this.#title(id)} hidden`
  }

  show(id: string): void {
    this.#save({ ...this.#arranged, hidden: this.#arranged.hidden.filter((other) => other !== id) })
    this.said = `${this.#title(id)} shown`
  }

  reset(): void {
    this.#save(asDesigned)
    this.said = 'All panels are shown in the default order.'
  }

  /** The setting’s name, because each account and source has a separate arrangement. */
  get #name(): string {
    return `dashboardPanels:${this.#options.source}:${this.#options.account.id}`
  }

  get #saved(): unknown {
    return this.#options.app.settings.viewState[this.#name]
  }

  #title(id: string): string {
    return this.#options.panels.find((panel) => panel.id === id)?.title ?? id
  }

  #save({ order, hidden }: Arranged): void {
    this.#options.app.change({ viewState: { [this.#name]: { order: [...order], hidden: [...hidden] } } })
  }
}
