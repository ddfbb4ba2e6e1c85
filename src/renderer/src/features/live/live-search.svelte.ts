import type { LiveFilter, LiveRow } from '#shared/contract/live.ts'
import type { CommandOutput } from '#shared/contract/table.ts'

type Answer = CommandOutput<'live.search'>
type Ask = (filter: LiveFilter, page: number, pageSize: number) => Promise<Answer>
/** A place in the list: its record, or the reason why it has none. */
export type LiveEntry = { readonly row: LiveRow; readonly blank: null } | { readonly row: null; readonly blank: string }

/** Each page costs a call to the service: large enough for a screen, small enough to be quick. */
const askedPageSize = 100
/** Pages passed in a fling are not fetched: the service is asked only where the list comes to rest. */
const restDelay = 120

/** One search at the service, page by page as the table scrolls. A new search that fails leaves the old rows. */
export class LiveSearch {
  readonly #ask: Ask
  #asked = $state.raw<LiveFilter | null>(null)
  #pages = $state.raw<Readonly<Record<number, Answer>>>({})
  #pageSize = askedPageSize
  #pending: readonly number[] = []
  #wanted: { first: number; last: number } = { first: 0, last: 0 }
  #failed: LiveFilter | null = null
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  busy = $state(false)
  error = $state.raw<unknown>(null)
  /** Identifies the search: a new one starts at the top with nothing selected. */
  question = $state(0)

  constructor(ask: Ask) {
    this.#ask = ask
  }

  get answered(): boolean {
    return this.#asked !== null
  }

  get total(): number | null {
    return this.#pages[0]?.total ?? null
  }

  /** Rows of the table. Without a total from the service, one more row is shown until a page comes back empty. */
  readonly count = $derived.by(() => {
    if (this.total !== null) return this.total
    const last = Math.max(-1, ...Object.keys(this.#pages).map(Number))
    if (last < 0) return 0
    const received = size(this.#pages[last]!)
    const more = received > 0 && (last === 0 || received === this.#pageSize)
    return last * this.#pageSize + received + (more ? 1 : 0)
  })

  readonly problems = $derived(sum(Object.values(this.#pages).map(({ problems }) => problems)))
  readonly reasons = $derived(unique(Object.values(this.#pages).flatMap(({ reasons }) => reasons)))
  readonly askedAt = $derived(Math.max(0, ...Object.values(this.#pages).map(({ askedAt }) => askedAt)))
  /** The total changed between pages: messages came or went, so rows may be repeated or missing. */
  readonly moved = $derived(Object.values(this.#pages).some(({ total }) => total !== this.total))
  readonly loaded = $derived(Object.values(this.#pages).flatMap(({ rows }) => rows))

  rowAt = (index: number): LiveEntry | undefined => {
    const page = this.#pages[Math.floor(index / this.#pageSize)]
    if (!page) return undefined
    const place = index % this.#pageSize
    const row = page.rows[place]
    if (row) return { row, blank: null }
    if (place < size(page)) return { row: null, blank: 'A record that could not be read' }
    return this.total === null ? undefined : { row: null, blank: 'The service sent no record here' }
  }

  async search(filter: LiveFilter): Promise<void> {
    const turn = ++this.#turn
    this.busy = true
    clearTimeout(this.#timer)
    try {
      const first = await this.#ask(filter, 1, askedPageSize)
      if (turn !== this.#turn) return
      // A service may return shorter pages than requested: all pages are then as long as the first one.
      const given = size(first)
      this.#pageSize = given > 0 && (first.total ?? Infinity) > given ? Math.min(given, askedPageSize) : askedPageSize
      this.#asked = filter
      this.#pages = { 0: first }
      this.#pending = []
      this.#failed = null
      this.error = null
      this.question = turn
    } catch (thrown) {
      if (turn !== this.#turn) return
      this.#failed = filter
      this.error = thrown
    } finally {
      if (turn === this.#turn) this.busy = false
    }
  }

  retry = (): void => {
    this.error = null
    if (this.#failed) void this.search(this.#failed)
    else this.#fetchWanted()
  }

  /** Called by the table with the rows in view. */
  show = (first: number, last: number): void => {
    this.#wanted = { first, last }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fetchWanted(), restDelay)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#turn++
  }

  #fetchWanted(): void {
    const { first, last } = this.#wanted
    const end = Math.min(last, this.count - 1)
    for (let page = Math.floor(first / this.#pageSize); page <= Math.floor(end / this.#pageSize); page++) {
      if (!this.#pages[page] && !this.#pending.includes(page)) void this.#fetch(page)
    }
  }

  async #fetch(page: number): Promise<void> {
    const question = this.question
    if (!this.#asked) return
    this.#pending = [...this.#pending, page]
    try {
      const answer = await this.#ask(this.#asked, page + 1, this.#pageSize)
      if (question !== this.question) return
      this.#pages = { ...this.#pages, [page]: answer }
      this.error = null
    } catch (thrown) {
      if (question === this.question) this.error = thrown
    } finally {
      if (question === this.question) this.#pending = this.#pending.filter((other) => other !== page)
    }
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
