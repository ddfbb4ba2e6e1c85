import { AppError } from '#shared/contract/base/error.ts'
import type { BlacklistRow, BlacklistScope } from '#shared/contract/blacklists.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../lib/host/host.ts'
import { PagedRows } from '../../lib/state/paged-rows.svelte.ts'
import { Selection, type RowRange } from '../../lib/ui/table/selection.ts'

export type Filter = Omit<BlacklistScope, 'accountId' | 'type'>
type Answer = CommandOutput<'blacklists.rows'>

export const noFilter: Filter = {
  text: '',
  list: null,
  reason: null,
  domain: null,
  from: null,
  to: null,
  other: null,
  grouped: true,
  sort: { field: 'since', descending: true },
}

const pageSize = 100

/** A search in a blacklist, loaded as the table scrolls. Responses to an older query are dropped. */
export class BlacklistSearch {
  readonly accountId: string
  type = $state('bounces')
  filter = $state.raw<Filter>(noFilter)
  /** The number of matching entries, and the number of rows that show them. */
  counts = $state.raw<Pick<Answer, 'matches' | 'rows'> | null>(null)
  selection = $state.raw(Selection.none)
  /** Identifies the query. Each new query starts at the top with nothing selected. */
  question = $state(0)
  #error = $state.raw<AppError | null>(null)
  readonly #host: Host
  readonly #rows = new PagedRows<readonly BlacklistRow[]>({
    pageSize,
    ahead: 40,
    mostAtOnce: 2,
    mostKept: 60,
    read: async (page) => (await this.#read(page)).items,
    count: () => this.counts?.rows ?? 0,
    pinned: () => this.selection.active,
  })
  #turn = 0
  /** Identifies the version of the list to which the row positions belong. */
  #edition = ''

  constructor(host: Host, accountId: string) {
    this.#host = host
    this.accountId = accountId
  }

  readonly rowAt = (index: number): BlacklistRow | undefined => this.#rows.pageOf(index)?.[index % pageSize]
  readonly show = this.#rows.show

  get error(): AppError | null {
    return this.#error ?? this.#rows.error
  }

  get scope(): BlacklistScope {
    return { accountId: this.accountId, type: this.type, ...this.filter }
  }

  /** Whether the search has any condition, and may therefore show only part of the list. */
  get isNarrowed(): boolean {
    const { text, list, reason, domain, from, to, other } = this.filter
    return text !== '' || [list, reason, domain, from, to, other].some((each) => each !== null)
  }

  ask(type: string, filter: Filter): void {
    this.type = type
    this.filter = filter
    this.question++
    this.selection = Selection.none
    void this.refresh()
  }

  change(change: Partial<Filter>): void {
    this.ask(this.type, { ...this.filter, ...change })
  }

  /** Runs the query: a new one, or the same one again after entries were added or removed. */
  readonly refresh = async (): Promise<void> => {
    const turn = ++this.#turn
    try {
      const { items, matches, rows, edition } = await this.#read(0)
      if (turn !== this.#turn) return
      if (edition !== this.#edition) this.selection = this.#foundAgain(items)
      this.#edition = edition
      this.#rows.replace({ 0: items })
      this.counts = { matches, rows }
      this.#error = null
      this.#rows.fill()
    } catch (thrown) {
      if (turn === this.#turn) this.#error = AppError.from(thrown)
    }
  }

  readonly retry = (): void => {
    if (this.#error === null) this.#rows.retry()
    else void this.refresh()
  }

  addresses(ranges: readonly RowRange[]): Promise<CommandOutput<'blacklists.addresses'>> {
    return this.#host.invoke('blacklists.addresses', {
      ...this.scope,
      edition: this.#edition,
      ranges: ranges.map((range) => ({ ...range })),
    })
  }

  /**
   * The selection after the list has changed. A single selected entry stays selected if it is on the first page. Any
   * other selection is cleared, because its positions may now belong to different rows.
   */
  #foundAgain(items: readonly BlacklistRow[]): Selection {
    const row = this.selection.size === 1 ? this.rowAt(this.selection.active) : undefined
    if (row?.kind !== 'entry') return Selection.none
    const index = items.findIndex((item) => item.kind === 'entry' && item.email === row.email && item.list === row.list)
    return index < 0 ? Selection.none : Selection.none.only(index)
  }

  #read(page: number): Promise<Answer> {
    return this.#host.invoke('blacklists.rows', { ...this.scope, offset: page * pageSize, limit: pageSize })
  }
}
