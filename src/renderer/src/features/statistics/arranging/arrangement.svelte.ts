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
  /** In the order of their design. */
  readonly panels: readonly Named[]
  /** For the files of the panels. */
  readonly about: () => FigureQuestion
  /** The messages that the panels count, for an export of them. */
  readonly exported: () => Partial<ExportStart>
}

/** Which panels of a dashboard are shown, and in which order, kept in the settings. */
export class Arrangement {
  readonly #options: Options
  readonly about: () => DashboardAbout
  readonly exported: () => Partial<ExportStart>
  /** The panel that fills the view. */
  enlarged = $state<string | null>(null)
  /** The panel that the pointer moves, and the one whose place it would take. */
  dragged = $state.raw<Dragged | null>(null)
  /** What was just done, for screen readers. */
  said = $state('')
  readonly #arranged: Arranged = $derived.by(() => readArranged(this.#saved))
  readonly #order = $derived.by(() =>
    inUsersOrder(
      this.#options.panels.map(({ id }) => id),
      this.#arranged.order,
    ),
  )
  /** Every panel, hidden ones included. */
  readonly all: readonly Named[] = $derived.by(() => {
    const panels = this.#options.panels
    return this.#order.map((id) => panels.find((panel) => panel.id === id)!)
  })
  readonly shown: readonly Named[] = $derived.by(() => this.all.filter(({ id }) => this.isShown(id)))

  constructor(options: Options) {
    this.#options = options
    this.about = () => aboutFigures(options.about())
    this.exported = options.exported
  }

  /** A panel that is loaded by itself is loaded only while it is shown. */
  isShown(id: string): boolean {
    return !this.#arranged.hidden.includes(id)
  }

  get isAsDesigned(): boolean {
    const { order, hidden } = this.#arranged
    return order.length === 0 && hidden.length === 0
  }

  /** The neighbour on screen, past hidden panels. */
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

  /** The setting's name: an account and a source have an arrangement of their own. */
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
