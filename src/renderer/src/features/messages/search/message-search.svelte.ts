import type { CommandOutput } from '#shared/contract/table.ts'
import { newestFirst, type Sort } from '#shared/domain/messages/search.ts'
import type { Host } from '../../../lib/host/host.ts'
import { Selection } from '../../../lib/ui/table/selection.ts'
import { ChosenRows } from './chosen-rows.svelte.ts'
import { movedSelection, type PlaceNow } from './moved-selection.ts'

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
/** Stretches of chosen rows that are looked after one by one. */
const mostRanges = 50

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
  refreshing = $state(false)
  /** The row at the top, with the part of it that is scrolled away. */
  top = $state.raw(0)
  /** Other rows came in above those in view: where the table is to go on, to show the same ones. */
  moved = $state.raw<{ readonly top: number }>()
  #pages = $state.raw<Pages>({})
  #asked: Record<number, true> = {}
  #view = { first: 0, last: 0 }
  /** Changes when the rows do as a whole: what was asked for before is of no use then. */
  #edition = 0
  /** Of the days: an answer that a later one overtook is dropped. */
  #turn = 0
  /** Records came in that may not be in the answers on their way. */
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

  readonly rowAt = (index: number): MessageRow | undefined =>
    this.#pages[Math.floor(index / pageSize)]?.[index % pageSize]
  readonly chosen = new ChosenRows(this.rowAt)

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

  /** How many rows stand before a message; null where the search does not find it. */
  async placeOf(row: number): Promise<number | null> {
    const { places } = await this.#places([row])
    return places[0] ?? null
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
    const edition = this.#edition
    this.#fetching++
    await this.#fetch(page)
    this.#fetching--
    // One that failed is asked again when the view moves, not at once and for ever.
    if (this.#asked[page] || edition !== this.#edition) this.show(this.#view.first, this.#view.last)
  }

  /** The newest question is asked; those typed meanwhile and overtaken never are. */
  async search(text: string, sort: Sort = this.sort): Promise<void> {
    clearTimeout(this.#resting)
    this.text = text
    this.sort = sort
    this.question++
    this.#edition++
    this.chosen.clear()
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
  }

  /** Nobody looks any more. */
  close(): void {
    clearTimeout(this.#resting)
  }

  async #ask(question: number): Promise<void> {
    try {
      const answer = await this.#read(0)
      if (question !== this.question) return
      // What was chosen meanwhile was chosen among the rows of the question before.
      const { selection } = this.chosen
      const chosen = this.rowAt(selection.active)?.row
      const at = answer.rows.findIndex(({ row }) => row === chosen)
      const moved = selection.active < 0 ? selection : at < 0 ? null : Selection.none.only(at)
      this.#replace({ 0: answer.rows }, answer, moved)
      // What takes longer waits until the typing rests.
      this.#resting = setTimeout(() => void this.#complete(question), 200)
    } catch (thrown) {
      if (question === this.question) this.error = thrown
    }
  }

  async #complete(question: number): Promise<void> {
    const edition = this.#edition
    try {
      const counting = this.#host.invoke('messages.count', this.#scope())
      const [{ value, exact }] = await Promise.all([counting, this.#readBars()])
      if (edition === this.#edition) this.count = { value, exact }
    } catch (thrown) {
      if (question === this.question) this.error = thrown
    }
  }

  /** The same question again, without losing the place: records came in. */
  async refresh(): Promise<void> {
    this.#outdated = true
    if (this.busy || this.refreshing) return
    this.refreshing = true
    try {
      while (this.#outdated && !this.busy) {
        this.#outdated = false
        await this.#readAnew()
        await this.#readBars()
      }
    } catch (thrown) {
      this.error = thrown
    } finally {
      this.refreshing = false
    }
  }

  async #readAnew(): Promise<void> {
    const { question } = this
    const { selection } = this.chosen
    const { first, last } = this.#view
    // Who is at the top wants to see what comes in, unless a row in view is chosen: that one would be pushed out of sight.
    const reads = selection.size > 0 && selection.active >= first && selection.active <= last
    const top = this.top < 1 && !reads ? -1 : Math.floor(this.top)
    const followed = this.#followed(top)
    const { places, count } = await this.#places(followed.map(({ row }) => row))
    const now: PlaceNow = (index) => places[followed.findIndex((mark) => mark.index === index)]
    const by = (now(top) ?? top) - top
    const inView = pagesOf(Math.max(0, first + by), Math.max(0, last + by))
    const chosen = now(selection.active) ?? null
    const ofChosen = chosen === null ? [] : pagesOf(chosen, chosen)
    const numbers = [...inView, ...ofChosen.filter((page) => !inView.includes(page))]
    const answers = await Promise.all(numbers.map((page) => this.#read(page)))
    if (question !== this.question || this.busy) return
    const fresh: Pages = Object.fromEntries(numbers.map((page, place) => [page, answers[place]!.rows]))
    const agrees = followed.every(({ row }, mark) => {
      const place = places[mark] ?? null
      const page = place === null ? undefined : fresh[Math.floor(place / pageSize)]
      return page === undefined || page[place! % pageSize]?.row === row
    })
    if (!agrees || selection !== this.chosen.selection) {
      // More records came in between the two questions, or another row was chosen, whose place was not asked.
      this.#outdated = true
      return
    }
    const moved = movedSelection(selection, now, { before: this.count?.value ?? 0, now: count })
    this.#replace(fresh, { count: { value: count, exact: true }, horizon: answers[0]!.horizon }, moved)
    if (by !== 0) this.moved = { top: this.top + by }
    this.show(Math.max(0, this.#view.first + by), Math.max(0, this.#view.last + by))
  }

  /** Rows whose place is asked for: the chosen one, the one at the top, and where stretches of chosen rows begin and end. */
  #followed(top: number): { index: number; row: number }[] {
    const { ranges, active } = this.chosen.selection
    const ends = ranges.length > mostRanges ? [] : ranges.flatMap(({ first, last }) => [first, last])
    // Where a message stood that left, another one stands.
    return [...(this.chosen.isLeftOver ? [] : [active]), top, ...ends].flatMap((index) => {
      const row = this.rowAt(index)?.row
      return row === undefined ? [] : [{ index, row }]
    })
  }

  /** Other rows, and where those that were chosen stand among them; null where they are gone. */
  #replace(pages: Pages, { count, horizon }: Pick<Answer, 'count' | 'horizon'>, moved: Selection | null): void {
    this.#edition++
    this.chosen.move(moved, count.value - 1)
    this.#pages = pages
    this.#asked = Object.fromEntries(Object.keys(pages).map((page) => [page, true]))
    this.count = count
    this.horizon = horizon
    this.shownText = this.text
    this.error = null
  }

  /** How many messages another question finds, which is not shown. */
  async countOf(text: string): Promise<number> {
    return (await this.#host.invoke('messages.count', this.#scope(text))).value
  }

  #scope(text = this.text) {
    return { accountId: this.accountId, text, zone: this.#zone() }
  }

  #places(rows: number[]): Promise<CommandOutput<'messages.places'>> {
    return this.#host.invoke('messages.places', { ...this.#scope(), sort: this.sort, rows })
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
    const chosen = Math.floor(this.chosen.selection.active / pageSize)
    const kept = this.#pages[chosen] ? [...near, chosen] : near
    this.#pages = Object.fromEntries(kept.map((number) => [number, this.#pages[number]!]))
    this.#asked = Object.fromEntries(kept.map((number) => [number, true]))
  }

  async #readBars(): Promise<void> {
    const { question } = this
    const turn = ++this.#turn
    const { bars } = await this.#host.invoke('messages.histogram', this.#scope())
    if (question === this.question && turn === this.#turn) this.bars = bars
  }
}

function pagesOf(first: number, last: number): number[] {
  const page = Math.floor(first / pageSize)
  return Array.from({ length: Math.floor(last / pageSize) - page + 1 }, (_none, place) => page + place)
}
