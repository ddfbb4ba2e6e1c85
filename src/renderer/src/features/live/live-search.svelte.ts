import { AppError } from '#shared/contract/base/error.ts'
import type { LiveFilter, LiveRow } from '#shared/contract/live.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { PagedRows } from '../../lib/state/paged-rows.svelte.ts'

type Answer = CommandOutput<'live.search'>
type Ask = (filter: LiveFilter, page: number, pageSize: number) => Promise<Answer>
/** A position in the list: its record, or the reason why there is none. */
export type LiveEntry = { readonly row: LiveRow; readonly blank: null } | { readonly row: null; readonly blank: string }

/**
 * The number of rows per page. Each page costs a call to the service, and this size fills a screen and still loads
 * quickly.
 */
const largestPage = 100
/** Pages that scroll past quickly are not fetched: the service is called only where the list comes to rest. */
const restMilliseconds = 120

/** A search on the service, loaded page by page as the table scrolls. If a new search fails, the old rows stay. */
export class LiveSearch {
  readonly #ask: Ask
  #asked = $state.raw<LiveFilter | null>(null)
  readonly #rows: PagedRows<Answer> = new PagedRows<Answer>({
    pageSize: largestPage,
    count: () => this.count,
    read: (page) => this.#ask(this.#asked!, page + 1, this.#rows.pageSize),
    restMilliseconds,
  })
  #failed = $state.raw<{ readonly filter: LiveFilter; readonly error: AppError } | null>(null)
  #turn = 0

  busy = $state(false)
  /** Identifies the search. Each new search starts at the top with nothing selected. */
  question = $state(0)
  /** Called by the table with the visible rows, to load their pages. */
  readonly show = this.#rows.show

  constructor(ask: Ask) {
    this.#ask = ask
  }

  get answered(): boolean {
    return this.#asked !== null
  }

  get error(): AppError | null {
    return this.#failed ? this.#failed.error : this.#rows.error
  }

  get total(): number | null {
    return this.#rows.pages[0]?.total ?? null
  }

  /** The number of table rows. Without a total from the service, one extra row is shown until an empty page is returned. */
  readonly count: number = $derived.by(() => {
    if (this.total !== null) return this.total
    const { pages, pageSize } = this.#rows
    const last = Math.max(-1, ...Object.keys(pages).map(Number))
    if (last < 0) return 0
    const received = size(pages[last]!)
    const more = received > 0 && (last === 0 || received === pageSize)
    return last * pageSize + received + (more ? 1 : 0)
  })

  readonly #answers = $derived(Object.values(this.#rows.pages))
  readonly problems = $derived(sum(this.#answers.map(({ problems }) => problems)))
  readonly reasons = $derived(unique(this.#answers.flatMap(({ reasons }) => reasons)))
  readonly askedAt = $derived(Math.max(0, ...this.#answers.map(({ askedAt }) => askedAt)))
  /**
   * Whether the total changed between pages, because messages arrived or were removed. Rows may then be repeated or
   * missing.
   */
  readonly moved = $derived(this.#answers.some(({ total }) => total !== this.total))
  readonly loaded = $derived(this.#answers.flatMap(({ rows }) => rows))

  rowAt = (index: number): LiveEntry | undefined => {
    const page = this.#rows.pageOf(index)
    if (!page) return undefined
    const place = index % this.#rows.pageSize
    const row = page.rows[place]
    if (row) return { row, blank: null }
    if (place < size(page)) return { row: null, blank: 'Unreadable record' }
    return this.total === null ? undefined : { row: null, blank: 'The service returned no record here' }
  }

  async search(filter: LiveFilter): Promise<void> {
    const turn = ++this.#turn
    this.busy = true
    try {
      const first = await this.#ask(filter, 1, largestPage)
      if (turn !== this.#turn) return
      // A service may return shorter pages than requested; all pages then have the length of the first.
      const given = size(first)
      const pageSize = given > 0 && (first.total ?? Infinity) > given ? Math.min(given, largestPage) : largestPage
      this.#asked = filter
      this.#rows.replace({ 0: first }, pageSize)
      this.#failed = null
      this.question = turn
    } catch (thrown) {
      if (turn === this.#turn) this.#failed = { filter, error: AppError.from(thrown) }
    } finally {
      if (turn === this.#turn) this.busy = false
    }
  }

  retry = (): void => {
    const failed = this.#failed
    this.#failed = null
    if (failed) void this.search(failed.filter)
    else this.#rows.retry()
  }

  close(): void {
    this.#rows.close()
    this.#turn++
  }
}

function size({ rows, problems }: Answer): number {
  return rows.length + problems
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function unique(texts: readonly string[]): string[] {
  return texts.filter((text, place) => texts.indexOf(text) === place)
}
