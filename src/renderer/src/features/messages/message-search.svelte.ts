import type { CommandOutput } from '#shared/contract/table.ts'
import { newestFirst, type Sort } from '#shared/domain/message/search.ts'
import type { Host } from '../../lib/host/host.ts'
import { Selection } from '../../lib/ui/table/selection.ts'

type Answer = CommandOutput<'messages.search'>
export type MessageRow = Answer['rows'][number]
type Histogram = CommandOutput<'messages.histogram'>['bars']
type Pages = Readonly<Record<number, readonly MessageRow[]>>

export const pageSize = 100
/** Pages kept: enough for a long way back, little enough for flat memory after a fling through a million rows. */
const keptPages = 60
/** Rows fetched before they come into view. */
const ahead = 40
/** Asked at a time: what is behind them in the line is what is in view when its turn comes. */
const mostAsked = 2

/**
 * One search over the archive, as the table scrolls through it. Rows are fetched by the page, the count may be an
 * estimate first, and whatever belongs to an older question is dropped.
 */
export class MessageSearch {
  readonly accountId: string
  text = $state('')
  /** What was asked for the rows that are shown. */
  shownText = $state('')
  sort = $state.raw<Sort>(newestFirst)
  count = $state.raw<Answer['count'] | null>(null)
  horizon = $state.raw<Answer['horizon'] | null>(null)
  bars = $state.raw<Histogram | null>(null)
  error = $state.raw<unknown>(null)
  /** A question is on its way; the rows shown are those of the one before. */
  busy = $state(false)
  /** Names the question: another one starts at the top with nothing selected. */
  question = $state(0)
  /** Records came in, and the rows are asked for again. */
  refreshing = $state(0)
  /** Which rows are chosen; it moves with its messages when others come in above them. */
  selection = $state.raw(Selection.none)
  /** The row at the top, with the part of it that is scrolled away. */
  top = $state.raw(0)
  /** So many rows came in above those in view: where the table is to go on, to show the same ones. */
  moved = $state.raw<{ readonly rows: number }>()
  #pages = $state.raw<Pages>({})
  #asked: Record<number, true> = {}
  #view = { first: 0, last: 0 }
  /** The message that was read while it left the rows, since it was changed or others are found now. */
  #leftOver = $state.raw<MessageRow>()
  #dismissed = $state.raw<Selection>()
  /** Changes when the rows do as a whole: what was asked for before is of no use then. */
  #edition = 0
  /** Of the count and the days: an answer that a later one overtook is dropped. */
  #turn = 0
  readonly #completed = { count: 0, bars: 0 }
  /** Records came in while a question was on its way, whose answer may be from before them. */
  #outdated = false
  #fetching = 0
  #resting: ReturnType<typeof setTimeout> | undefined
  readonly #host: Host
  readonly #zone: () => string

  constructor(host: Host, accountId: string, zone: () => string) {
    this.#host = host
    this.accountId = accountId
    this.#zone = zone
  }

  rowAt = (index: number): MessageRow | undefined => this.#pages[Math.floor(index / pageSize)]?.[index % pageSize]

  /** The same for a row that may not be here yet. */
  async load(index: number): Promise<MessageRow | undefined> {
    const page = Math.floor(index / pageSize)
    let edition: number
    do {
      edition = this.#edition
      if (!this.#pages[page]) await this.#fetch(page)
    } while (edition !== this.#edition)
    return this.rowAt(index)
  }

  /** The message whose details are open. */
  get inspected(): MessageRow | undefined {
    if (this.selection.active < 0) return this.#leftOver
    return this.selection === this.#dismissed ? undefined : this.rowAt(this.selection.active)
  }

  /** The keyboard stays on the row, and its details are closed until another is chosen or this one again. */
  closeDetails(): void {
    this.#dismissed = this.selection
    this.#leftOver = undefined
  }

  /** The table tells what is in view; missing pages are fetched, those in view before those beside it. */
  show = (first: number, last: number): void => {
    this.#view = { first, last }
    if (this.busy) return
    const end = this.count?.value ?? 0
    for (const page of [...pagesOf(first, last), ...pagesOf(Math.max(0, first - ahead), last + ahead)]) {
      if (this.#fetching >= mostAsked) return
      if (!this.#asked[page] && page * pageSize < end) void this.#fetchShown(page)
    }
  }

  async #fetchShown(page: number): Promise<void> {
    this.#fetching++
    await this.#fetch(page)
    this.#fetching--
    // One that failed is asked again when the view moves, not at once and for ever.
    if (this.#asked[page]) this.show(this.#view.first, this.#view.last)
  }

  /** The newest question is asked; those typed meanwhile and overtaken never are. */
  async search(text: string, sort: Sort = this.sort): Promise<void> {
    this.text = text
    this.sort = sort
    this.question++
    this.#edition++
    this.#leftOver = undefined
    if (this.busy) return
    this.busy = true
    let asked: number
    do {
      asked = this.question
      await this.#ask(asked)
    } while (asked !== this.question)
    this.busy = false
    if (this.error) return
    // Where the table was scrolled meanwhile.
    this.show(this.#view.first, this.#view.last)
    if (this.#outdated) void this.refresh()
    this.#outdated = false
  }

  async #ask(question: number): Promise<void> {
    try {
      const answer = await this.#read(0)
      if (question !== this.question) return
      this.shownText = this.text
      this.count = answer.count
      this.#show({ 0: answer.rows })
      this.horizon = answer.horizon
      this.error = null
      clearTimeout(this.#resting)
      // What takes longer waits until the typing rests.
      this.#resting = setTimeout(() => void this.#complete(question), 200)
    } catch (thrown) {
      if (question === this.question) this.error = thrown
    }
  }

  async #complete(question: number): Promise<void> {
    const turn = ++this.#turn
    try {
      await Promise.all([this.#countExactly(question, turn), this.#readBars(question, turn)])
    } catch (thrown) {
      if (question === this.question) this.error = thrown
    }
  }

  /** The same question again, without losing the place: records came in. */
  async refresh(): Promise<void> {
    if (this.busy) {
      this.#outdated = true
      return
    }
    const question = this.question
    this.refreshing++
    try {
      const head = await this.#read(0)
      const cameIn = head.count.exact && this.count?.exact ? head.count.value - this.count.value : 0
      const numbers = this.#inUse(cameIn).filter((page) => page > 0)
      const others = await Promise.all(numbers.map(async (page) => [page, (await this.#read(page)).rows] as const))
      if (question !== this.question) return
      const fresh: Pages = { 0: head.rows, ...Object.fromEntries(others) }
      // The other pages are read again when they come into view, and show what they had until then.
      if (cameIn !== 0) this.count = head.count
      this.#show(fresh, this.#pages)
      this.horizon = head.horizon
      await this.#complete(question)
    } catch (thrown) {
      if (question === this.question) this.error = thrown
    } finally {
      this.refreshing--
    }
  }

  /** The pages in view and the one of the chosen row, where they will be with so many rows more. */
  #inUse(cameIn: number): number[] {
    const { active } = this.selection
    const by = this.top < 1 ? 0 : cameIn
    const { first, last } = this.#view
    const inView = pagesOf(Math.max(0, first + by), Math.max(0, last + by))
    const chosen = active < 0 ? [] : pagesOf(active + cameIn, active + cameIn)
    return [...inView, ...chosen.filter((page) => !inView.includes(page))]
  }

  /** Other rows in place of those shown: who reads a message goes on reading it, wherever it stands now. */
  #show(fresh: Pages, others: Pages = {}): void {
    const { selection, inspected } = this
    const chosen = this.rowAt(selection.active)
    const top = Math.floor(this.top)
    const atTop = this.top < 1 ? undefined : this.rowAt(top)
    this.#edition++
    this.#pages = { ...others, ...fresh }
    this.#asked = Object.fromEntries(Object.keys(fresh).map((page) => [page, true]))
    if (chosen) {
      const at = indexOf(chosen, fresh)
      if (at < 0) this.#leftOver = inspected
      if (at < 0) this.selection = Selection.none
      else if (at !== selection.active) this.selection = selection.movedBy(at - selection.active)
      if (this.#dismissed === selection) this.#dismissed = this.selection
    }
    const topNow = atTop ? indexOf(atTop, fresh) : -1
    const rows = topNow < 0 ? 0 : topNow - top
    if (rows !== 0) this.moved = { rows }
    this.show(Math.max(0, this.#view.first + rows), Math.max(0, this.#view.last + rows))
  }

  /** How many messages another question finds, which is not shown. */
  async countOf(text: string): Promise<number> {
    return (await this.#host.invoke('messages.count', this.#scope(text))).value
  }

  #scope(text = this.text) {
    return { accountId: this.accountId, text, zone: this.#zone() }
  }

  #read(page: number): Promise<Answer> {
    const asked = { ...this.#scope(), sort: this.sort, offset: page * pageSize, limit: pageSize }
    return this.#host.invoke('messages.search', asked)
  }

  async #fetch(page: number): Promise<void> {
    const edition = this.#edition
    this.#asked[page] = true
    try {
      const { rows, horizon } = await this.#read(page)
      if (edition !== this.#edition) return
      this.horizon = horizon
      this.#pages = { ...this.#pages, [page]: rows }
      this.#forgetFarFrom(page)
    } catch (thrown) {
      if (edition !== this.#edition) return
      this.#asked = Object.fromEntries(Object.entries(this.#asked).filter(([asked]) => Number(asked) !== page))
      this.error = thrown
    }
  }

  #forgetFarFrom(page: number): void {
    const pages = Object.keys(this.#pages).map(Number)
    if (pages.length <= keptPages) return
    const near = pages.sort((a, b) => Math.abs(a - page) - Math.abs(b - page)).slice(0, keptPages / 2)
    // The chosen row stays here however far away the table is: its details are open.
    const chosen = Math.floor(this.selection.active / pageSize)
    const kept = this.#pages[chosen] ? [...near, chosen] : near
    this.#pages = Object.fromEntries(kept.map((number) => [number, this.#pages[number]!]))
    this.#asked = Object.fromEntries(kept.map((number) => [number, true]))
  }

  async #countExactly(question: number, turn: number): Promise<void> {
    const { value, exact, horizon } = await this.#host.invoke('messages.count', this.#scope())
    if (question !== this.question || turn < this.#completed.count) return
    this.#completed.count = turn
    this.count = { value, exact }
    this.horizon = horizon
  }

  async #readBars(question: number, turn: number): Promise<void> {
    const { bars } = await this.#host.invoke('messages.histogram', this.#scope())
    if (question !== this.question || turn < this.#completed.bars) return
    this.#completed.bars = turn
    this.bars = bars
  }
}

function pagesOf(first: number, last: number): number[] {
  const page = Math.floor(first / pageSize)
  return Array.from({ length: Math.floor(last / pageSize) - page + 1 }, (_none, place) => page + place)
}

/** The index at which a message stands; -1 where it is not on these pages. */
function indexOf({ row }: MessageRow, pages: Pages): number {
  for (const [page, rows] of Object.entries(pages)) {
    const at = rows.findIndex((other) => other.row === row)
    if (at >= 0) return Number(page) * pageSize + at
  }
  return -1
}
