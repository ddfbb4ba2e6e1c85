import { AppError } from '#shared/contract/base/error.ts'

type Pages<Page> = Readonly<Record<number, Page>>

type Needs<Page> = {
  readonly pageSize: number
  /** Reads one page; page numbers start at 0. */
  readonly read: (page: number) => Promise<Page>
  /** The number of rows; nothing beyond the last one is read. */
  readonly count: () => number
  /** Returns false while another query is running, so that scrolling reads nothing. */
  readonly mayRead?: () => boolean
  /** The number of rows read before they come into view. */
  readonly ahead?: number
  /**
   * The number of pages read concurrently. The next page is chosen only when another one arrives, so that it is still
   * in view.
   */
  readonly mostAtOnce?: number
  /** The number of pages kept, so that memory use stays constant while the user scrolls through a million rows. */
  readonly mostKept?: number
  /** The index of a row whose page is kept even if it is far from the view; -1 for none. */
  readonly pinned?: () => number
  /**
   * How long the view must rest before a page is read, in milliseconds. Used if each page costs a call to a service.
   */
  readonly restMilliseconds?: number
}

/**
 * The rows of a long list, read a page at a time as a table scrolls. A failed page waits for `retry`: reading it again with
 * every movement of the view would repeat the failure endlessly.
 */
export class PagedRows<Page> {
  #pages = $state.raw<Pages<Page>>({})
  #error = $state.raw<AppError | null>(null)
  readonly #needs: Needs<Page>
  #pageSize: number
  #view = { first: 0, last: -1 }
  #edition = 0
  #reading: readonly number[] = []
  #failed: readonly number[] = []
  #active = 0
  #isClosed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(needs: Needs<Page>) {
    this.#needs = needs
    this.#pageSize = needs.pageSize
  }

  get error(): AppError | null {
    return this.#error
  }

  set error(thrown: unknown) {
    this.#error = thrown === null ? null : AppError.from(thrown)
  }

  /** The pages already read, by page number. */
  get pages(): Pages<Page> {
    return this.#pages
  }

  get pageSize(): number {
    return this.#pageSize
  }

  /** The rows that the table last displayed, both ends included. */
  get view(): { readonly first: number; readonly last: number } {
    return this.#view
  }

  /** Changes whenever the rows are replaced: pages read before the change are no longer valid. */
  get edition(): number {
    return this.#edition
  }

  pageOf(index: number): Page | undefined {
    return this.#pages[Math.floor(index / this.#pageSize)]
  }

  /** Replaces the rows. Pages still being read are dropped when they arrive. */
  replace(pages: Pages<Page>, pageSize = this.#pageSize): void {
    this.drop()
    this.#pages = pages
    this.#pageSize = pageSize
    this.error = null
  }

  /** Drops the pages still being read and keeps those already loaded. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#edition++
    this.#reading = []
    this.#failed = []
  }

  /** Must be called when the list is left, so that nothing more is read. */
  close(): void {
    this.#isClosed = true
    this.drop()
  }

  /** Called when the table displays these rows, both ends included. */
  readonly show = (first: number, last: number): void => {
    this.#view = { first, last }
    const { restMilliseconds } = this.#needs
    clearTimeout(this.#timer)
    if (restMilliseconds === undefined) this.fill()
    else this.#timer = setTimeout(() => this.fill(), restMilliseconds)
  }

  readonly retry = (): void => {
    this.error = null
    this.#failed = []
    this.fill()
  }

  /** Reads the missing pages in view, then the adjacent pages. */
  fill(): void {
    const { mayRead, count, ahead = 0, mostAtOnce = Infinity } = this.#needs
    if (this.#isClosed || mayRead?.() === false) return
    const { first, last } = this.#view
    const pages = [...this.pagesOf(first, last), ...this.pagesOf(Math.max(0, first - ahead), last + ahead)]
    for (const page of pages) {
      if (this.#active >= mostAtOnce) return
      const known = page in this.#pages || this.#reading.includes(page) || this.#failed.includes(page)
      if (!known && page * this.#pageSize < count()) void this.#readShown(page)
    }
  }

  /** Reads the page of a row that may be far from the view. Resolves when the page has loaded or could not be read. */
  async load(index: number): Promise<void> {
    let edition: number
    do {
      edition = this.#edition
      if (!this.pageOf(index)) await this.#read(Math.floor(index / this.#pageSize))
    } while (edition !== this.#edition)
  }

  async #readShown(page: number): Promise<void> {
    this.#active++
    await this.#read(page)
    this.#active--
    this.fill()
  }

  async #read(page: number): Promise<void> {
    const edition = this.#edition
    this.#reading = [...this.#reading, page]
    try {
      const read = await this.#needs.read(page)
      if (edition !== this.#edition) return
      this.#pages = this.#kept({ ...this.#pages, [page]: read }, page)
    } catch (thrown) {
      if (edition !== this.#edition) return
      this.#failed = [...this.#failed, page]
      this.error = thrown
    } finally {
      if (edition === this.#edition) this.#reading = this.#reading.filter((other) => other !== page)
    }
  }

  /** If there are more pages than `mostKept`, half that number stays: the nearest to this one. The pinned page also stays. */
  #kept(pages: Pages<Page>, page: number): Pages<Page> {
    const { mostKept = Infinity, pinned } = this.#needs
    const numbers = Object.keys(pages).map(Number)
    if (numbers.length <= mostKept) return pages
    const nearest = numbers.toSorted((a, b) => Math.abs(a - page) - Math.abs(b - page)).slice(0, mostKept / 2)
    const kept = [...nearest, Math.floor((pinned?.() ?? -1) / this.#pageSize)]
    return Object.fromEntries(
      numbers.filter((number) => kept.includes(number)).map((number) => [number, pages[number]!]),
    )
  }

  /** Returns the numbers of the pages that contain these rows, both ends included. */
  pagesOf(first: number, last: number): number[] {
    const page = Math.floor(first / this.#pageSize)
    const end = Math.floor(last / this.#pageSize) + 1
    return Array.from({ length: Math.max(0, end - page) }, (_none, place) => page + place)
  }
}
