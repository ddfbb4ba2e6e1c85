import type { CommandOutput } from '#shared/contract/table.ts'
import { newestFirst, type Sort } from '#shared/domain/message/search.ts'
import type { Host } from '../../lib/host/host.ts'

type Answer = CommandOutput<'messages.search'>
export type MessageRow = Answer['rows'][number]
type Histogram = CommandOutput<'messages.histogram'>['bars']

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
  #pages = $state.raw<Readonly<Record<number, readonly MessageRow[]>>>({})
  #asked: Record<number, true> = {}
  #view = { first: 0, last: 0 }
  #held = -1
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
    if (!this.#pages[page]) await this.#fetch(page)
    return this.rowAt(index)
  }

  /** This row stays here however far away the table is: its details are open. None with -1. */
  hold(index: number): void {
    this.#held = Math.floor(index / pageSize)
  }

  /** The table tells what is in view; missing pages are fetched, those in view before those beside it. */
  show = (first: number, last: number): void => {
    this.#view = { first, last }
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
    const question = ++this.question
    if (this.busy) return
    this.busy = true
    try {
      await this.#ask(question)
    } finally {
      this.busy = false
    }
    if (question !== this.question) await this.search(this.text)
  }

  async #ask(question: number): Promise<void> {
    const asked = { ...this.#scope(), sort: this.sort, offset: 0, limit: pageSize }
    try {
      const answer = await this.#host.invoke('messages.search', asked)
      if (question !== this.question) return
      this.#asked = { 0: true }
      this.#pages = { 0: answer.rows }
      this.shownText = this.text
      this.#view = { first: 0, last: 0 }
      this.count = answer.count
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
    try {
      await Promise.all([this.#countExactly(question), this.#readBars(question)])
    } catch (thrown) {
      if (question === this.question) this.error = thrown
    }
  }

  /** The same question again, without losing the place: records came in. */
  async refresh(): Promise<void> {
    const question = this.question
    // The other pages are read again when they come into view, and show what they had until then.
    this.#asked = {}
    await Promise.all(pagesOf(this.#view.first, this.#view.last).map((page) => this.#fetch(page)))
    if (question !== this.question) return
    await this.#complete(question)
  }

  /** How many messages another question finds, which is not shown. */
  async countOf(text: string): Promise<number> {
    return (await this.#host.invoke('messages.count', this.#scope(text))).value
  }

  #scope(text = this.text) {
    return { accountId: this.accountId, text, zone: this.#zone() }
  }

  async #fetch(page: number): Promise<void> {
    const question = this.question
    this.#asked[page] = true
    try {
      const at = { offset: page * pageSize, limit: pageSize }
      const { rows, horizon } = await this.#host.invoke('messages.search', { ...this.#scope(), sort: this.sort, ...at })
      if (question !== this.question) return
      this.horizon = horizon
      this.#pages = { ...this.#pages, [page]: rows }
      this.#forgetFarFrom(page)
    } catch (thrown) {
      if (question !== this.question) return
      this.#asked = Object.fromEntries(Object.entries(this.#asked).filter(([asked]) => Number(asked) !== page))
      this.error = thrown
    }
  }

  #forgetFarFrom(page: number): void {
    const pages = Object.keys(this.#pages).map(Number)
    if (pages.length <= keptPages) return
    const near = pages.sort((a, b) => Math.abs(a - page) - Math.abs(b - page)).slice(0, keptPages / 2)
    const kept = this.#pages[this.#held] ? [...near, this.#held] : near
    this.#pages = Object.fromEntries(kept.map((number) => [number, this.#pages[number]!]))
    this.#asked = Object.fromEntries(kept.map((number) => [number, true]))
  }

  async #countExactly(question: number): Promise<void> {
    const { value, exact, horizon } = await this.#host.invoke('messages.count', this.#scope())
    if (question !== this.question) return
    this.count = { value, exact }
    this.horizon = horizon
  }

  async #readBars(question: number): Promise<void> {
    const { bars } = await this.#host.invoke('messages.histogram', this.#scope())
    if (question === this.question) this.bars = bars
  }
}

function pagesOf(first: number, last: number): number[] {
  const page = Math.floor(first / pageSize)
  return Array.from({ length: Math.floor(last / pageSize) - page + 1 }, (_none, place) => page + place)
}
