import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { unreadableIn } from '#shared/domain/query/parse.ts'
import { newestFirst, type Sort } from '#shared/domain/messages/search.ts'
import type { Host } from '../../../lib/host/host.ts'
import { PagedRows } from '../../../lib/state/paged-rows.svelte.ts'
import { Selection } from '../../../lib/ui/table/selection.ts'
import { ChosenRows } from './chosen-rows.svelte.ts'
import type { MessageRow } from './message-row.ts'
import { OtherCounts } from './other-counts.ts'
import { pageSize, SearchCalls } from './search-calls.ts'
import { SortWatch } from './sort-watch.svelte.ts'
import { followedRows, movedSelection, type PositionNow } from './moved-selection.ts'

type Answer = CommandOutput<'messages.search'>
type Histogram = CommandOutput<'messages.histogram'>['bars']
type Pages = Readonly<Record<number, readonly MessageRow[]>>

/** Enough pages to scroll back a long way, but few enough to limit memory use when scrolling through a million rows. */
const mostKept = 60
/** The number of rows fetched before they come into view. */
const ahead = 40
/** The number of pages fetched in parallel. When a page arrives, the next one depends on the rows then in view. */
const mostAtOnce = 2

/**
 * A search in the archive, loaded as the table scrolls. Rows are fetched page by page, the count may initially be an
 * estimate, and responses to an older query are dropped.
 */
export class MessageSearch {
  readonly accountId: string
  text = $state('')
  /** The last text that was completely valid. Rows are requested for this text. */
  askedText = $state('')
  /**
   * Whether the text can’t be parsed. The rows then belong to the last valid text; if there was none, there are no rows.
   */
  isUnreadable = $state(false)
  /** The search text of the rows on the screen. */
  shownText = $state('')
  sort = $state.raw<Sort>(newestFirst)
  count = $state.raw<Answer['count'] | null>(null)
  horizon = $state.raw<Answer['horizon'] | null>(null)
  bars = $state.raw<Histogram | null>(null)
  /** Whether a query is running; the rows on the screen then belong to the previous query. */
  busy = $state(false)
  /** Identifies the query. Each new query starts at the top with nothing selected. */
  question = $state(0)
  /** Whether the rows are being reloaded because records arrived. */
  refreshing = $state(false)
  /** The index of the top row; the fraction is the part of the row that is scrolled out of view. */
  top = $state.raw(0)
  /** The scroll position at which the table shows the same rows after others arrived above them. */
  moved = $state.raw<{ readonly top: number }>()
  #error = $state.raw<AppError | null>(null)
  readonly #rows = new PagedRows<readonly MessageRow[]>({
    pageSize,
    ahead,
    mostAtOnce,
    mostKept,
    read: (page) => this.#readRows(page),
    count: () => this.count?.value ?? 0,
    mayRead: () => !this.busy && this.#error === null,
    // The selected row stays loaded wherever the table is scrolled, because its details are open.
    pinned: () => this.chosen.selection.active,
  })
  /** Counts the requests for the chart’s bars, so that outdated responses can be dropped. */
  #barsTurn = 0
  /** Whether records have arrived that pending responses may not include. */
  #outdated = false
  readonly counts: OtherCounts
  readonly sortWatch = new SortWatch()
  /** Counts the runs of queries: a run whose sort was cancelled sends no further queries. */
  #run = 0
  /** Whether a sort is running that the next query must cancel. */
  #sorting = false
  #pauseTimer: ReturnType<typeof setTimeout> | undefined
  readonly #host: Host
  readonly #calls: SearchCalls
  readonly #zone: () => string

  constructor(host: Host, accountId: string, zone: () => string) {
    this.#host = host
    this.accountId = accountId
    this.#zone = zone
    this.#calls = new SearchCalls(host, () => ({ ...this.#scope(), sort: this.sort }))
    this.counts = new OtherCounts(host, (text) => this.#scope(text))
  }

  readonly rowAt = (index: number): MessageRow | undefined => this.#rows.pageOf(index)?.[index % pageSize]
  readonly chosen = new ChosenRows(this.rowAt)
  /** Called by the table with the visible rows, to load their pages. */
  readonly show = this.#rows.show

  get error(): AppError | null {
    return this.#error ?? this.#rows.error
  }

  async load(index: number): Promise<MessageRow | undefined> {
    await this.#rows.load(index)
    return this.rowAt(index)
  }

  /** The index of a message among the rows; null if the search does not match it. */
  async positionOf(row: number): Promise<number | null> {
    const { positions } = await this.#calls.positions([row])
    return positions[0] ?? null
  }

  /** With `isTyped`, more text may follow, so a condition without a value is not an error yet. */
  async search(text: string, sort: Sort = this.sort, { isTyped = false } = {}): Promise<void> {
    const isSorted = sort !== this.sort
    this.text = text
    this.sort = sort
    this.isUnreadable = unreadableIn(text, { isTyped }) !== undefined
    // A search without the invalid condition would return more rows than the user asked for.
    if (!this.isUnreadable) this.askedText = text
    else if (this.question === 0 || !isSorted) return
    await this.#askNewest()
  }

  /** Called when the user has stopped typing: a condition without a value is an error from then on. */
  settle(): void {
    this.isUnreadable = unreadableIn(this.text, { isTyped: false }) !== undefined
  }

  /** Queries superseded while another is running are skipped. The next query cancels a slow sort. */
  async #askNewest(): Promise<void> {
    this.#leaveQuestion()
    this.chosen.clear()
    const endsSort = this.#sorting
    if (this.busy && !endsSort) return
    this.busy = true
    const run = ++this.#run
    let asked: number
    do {
      asked = this.question
      this.#sorting = this.sortWatch.begin(this.sort) || endsSort
      await this.#ask(asked, this.#sorting)
      if (run !== this.#run) return
    } while (asked !== this.question)
    this.sortWatch.end()
    this.busy = false
    this.#sorting = false
    if (this.#error) return
    // The table may have been scrolled in the meantime.
    this.#rows.fill()
    if (this.#outdated) void this.refresh()
  }

  /** Repeats the failed request: the query, or the pages of its rows. */
  retry = (): void => {
    if (this.#error === null) this.#rows.retry()
    else void this.#askNewest()
  }

  /** Must be called when the view is closed. */
  close(): void {
    this.#leaveQuestion()
    this.#run++
    this.#rows.close()
    this.sortWatch.end()
    if (this.#sorting) this.#calls.cancel()
  }

  #leaveQuestion(): void {
    clearTimeout(this.#pauseTimer)
    this.counts.end()
    this.question++
    this.#rows.drop()
  }

  async #ask(question: number, sorting: boolean): Promise<void> {
    try {
      const answer = await this.#calls.firstPage(sorting)
      if (answer === null || question !== this.question) return
      // A row selected in the meantime was selected among the rows of the previous query.
      const { selection } = this.chosen
      const chosen = this.rowAt(selection.active)?.row
      const at = answer.rows.findIndex(({ row }) => row === chosen)
      const moved = selection.active < 0 ? selection : at < 0 ? null : Selection.none.only(at)
      this.#replace({ 0: answer.rows }, answer, moved)
      // The exact count and the chart’s bars take longer, so they wait for a pause in typing.
      this.#pauseTimer = setTimeout(() => void this.#complete(question), 200)
    } catch (thrown) {
      if (question === this.question) this.#error = AppError.from(thrown)
    }
  }

  async #complete(question: number): Promise<void> {
    const { edition } = this.#rows
    try {
      const counting = this.#host.invoke('messages.count', this.#scope())
      const [{ value, exact }] = await Promise.all([counting, this.#readBars()])
      if (edition !== this.#rows.edition) return
      this.chosen.recount({ before: this.count?.value ?? 0, now: value })
      this.count = { value, exact }
    } catch (thrown) {
      if (question === this.question) this.#error = AppError.from(thrown)
    }
  }

  /** Repeats the query after records arrived, keeping the scroll position. */
  async refresh(): Promise<void> {
    if (this.question === 0) return
    this.#outdated = true
    if (this.busy || this.refreshing) return
    this.refreshing = true
    while (this.#outdated && !this.busy) {
      const { question } = this
      this.#outdated = false
      try {
        await this.#readAgain()
        await this.#readBars()
      } catch (thrown) {
        // The rows of a newer query have nothing to do with this failure.
        if (question === this.question) this.#error = AppError.from(thrown)
      }
    }
    this.refreshing = false
  }

  async #readAgain(): Promise<void> {
    const { question } = this
    const { selection } = this.chosen
    const { first, last } = this.#rows.view
    // At the top, new rows should come into view, unless that would push a visible selected row out of sight.
    const isReading = selection.size > 0 && selection.active >= first && selection.active <= last
    const top = this.top < 1 && !isReading ? -1 : Math.floor(this.top)
    const followed = followedRows(this.chosen, top, this.rowAt)
    const { positions, count } = await this.#calls.positions(followed.map(({ row }) => row))
    const now: PositionNow = (index) => positions[followed.findIndex((mark) => mark.index === index)]
    const by = (now(top) ?? top) - top
    const inView = this.#rows.pagesOf(Math.max(0, first + by), Math.max(0, last + by))
    const chosen = now(selection.active) ?? null
    const ofChosen = chosen === null ? [] : this.#rows.pagesOf(chosen, chosen)
    const numbers = [...inView, ...ofChosen.filter((page) => !inView.includes(page))]
    const answers = await Promise.all(numbers.map((page) => this.#calls.page(page)))
    if (question !== this.question || this.busy) return
    const fresh: Pages = Object.fromEntries(numbers.map((page, position) => [page, answers[position]!.rows]))
    const agrees = followed.every(({ row }, mark) => {
      const position = positions[mark] ?? null
      const page = position === null ? undefined : fresh[Math.floor(position / pageSize)]
      return page === undefined || page[position! % pageSize]?.row === row
    })
    if (!agrees || selection !== this.chosen.selection) {
      // More records arrived between the two requests, or another row was selected.
      this.#outdated = true
      return
    }
    const moved = movedSelection(selection, now, { before: this.count?.value ?? 0, now: count })
    this.#replace(fresh, { count: { value: count, exact: true }, horizon: answers[0]!.horizon }, moved)
    if (by !== 0) this.moved = { top: this.top + by }
    this.show(Math.max(0, this.#rows.view.first + by), Math.max(0, this.#rows.view.last + by))
  }

  /** Replaces all rows. `moved` is the selection among the new rows, or null if the selected rows were removed. */
  #replace(pages: Pages, { count, horizon }: Pick<Answer, 'count' | 'horizon'>, moved: Selection | null): void {
    this.chosen.move(moved, count.value - 1)
    this.#rows.replace(pages)
    this.count = count
    this.horizon = horizon
    this.shownText = this.askedText
    this.sortWatch.shown = this.sort
    this.#error = null
  }

  #scope(text = this.askedText) {
    return { accountId: this.accountId, text, zone: this.#zone() }
  }

  async #readRows(page: number): Promise<readonly MessageRow[]> {
    const { edition } = this.#rows
    const { rows, horizon } = await this.#calls.page(page)
    if (edition === this.#rows.edition) this.horizon = horizon
    return rows
  }

  async #readBars(): Promise<void> {
    const { question } = this
    const turn = ++this.#barsTurn
    const { bars } = await this.#host.invoke('messages.histogram', this.#scope())
    if (question === this.question && turn === this.#barsTurn) this.bars = bars
  }
}
