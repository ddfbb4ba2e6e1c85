import type { Horizon } from '#shared/domain/archive/horizon.ts'
import type { StoredMessage } from '#shared/domain/messages/record.ts'
import {
  newestFirst,
  type Count,
  type CountAnswer,
  type HistogramAnswer,
  type PositionsAnswer,
  type PositionsRequest,
  type SearchAnswer,
  type SearchRequest,
  type Sort,
} from '#shared/domain/messages/search.ts'
import { GrowingSet } from '../../base/packs/growing-set.ts'
import { writePack } from '../../base/packs/pack.ts'
import { secondOfRow } from '../engine/record/row-number.ts'
import type { ArchiveInfo, RowRange, Scope, SortedScope } from '../port/archive-port.ts'
import type { ServerDatabase } from './connection/server-database.ts'
import { sql } from './connection/sql.ts'
import { cleaned, messageOfRow, recordColumns } from './record/columns.ts'
import { dayBarsOf } from './statistics/day-bars.ts'
import { SettingTable } from './tables/setting-table.ts'
import { countAtOnce, countExactly, reachable, takeSample, type Sample } from './search/count-at-once.ts'
import { countAll } from './search/kept-sums.ts'
import { pageOfMonths, pageOfNewest } from './search/newest-first.ts'
import { rareMatches, type RareMatches } from './search/rare-matches.ts'
import { RowMarks } from './search/row-marks.ts'
import { Searches, type AskedSearch } from './search/searches.ts'
import { sharedWork } from './search/shared-work.ts'
import { sortedRows } from './search/sorted-rows.ts'

const mostOrders = 2

/** Searches a team archive and reads its records. */
export class ServerReader {
  readonly #database: ServerDatabase
  readonly #searches: Searches

  constructor(database: ServerDatabase, searches = new Searches(database)) {
    this.#database = database
    this.#searches = searches
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    const { query, context, sort = newestFirst, offset = 0, limit = 50 } = request
    const asked = await this.#searches.ask({ query, context }, signal)
    const { rows, count } = await this.#found(asked, sort, { offset, limit }, signal)
    return { rows: rows.map(withoutDetails), offset, count, horizon: asked.state.horizon }
  }

  async positions(
    { query, context, sort = newestFirst, rows }: PositionsRequest,
    signal?: AbortSignal,
  ): Promise<PositionsAnswer> {
    const asked = await this.#searches.ask({ query, context }, signal)
    const order = await this.#order(asked, sort, signal)
    const at = new Map(Array.from(order, (row, position) => [row, position]))
    return { positions: rows.map((row) => at.get(row) ?? null), count: order.length }
  }

  async count(scope: Scope, signal?: AbortSignal): Promise<CountAnswer> {
    const asked = await this.#searches.ask(scope, signal)
    return { value: await this.#exactCount(asked, signal), exact: true, horizon: asked.state.horizon }
  }

  async histogram(scope: Scope, signal?: AbortSignal): Promise<HistogramAnswer> {
    const { state, found } = await this.#searches.ask(scope, signal)
    const bars = await dayBarsOf(found, scope.context.zone, { database: this.#database, signal })
    return { bars, horizon: state.horizon }
  }

  /** The rows of the matches in these ranges, in order. */
  async rows({ query, context, sort = newestFirst }: SortedScope, ranges: readonly RowRange[], signal?: AbortSignal) {
    const order = await this.#order(await this.#searches.ask({ query, context }, signal), sort, signal)
    const parts = ranges.map(({ first, last }) => order.subarray(first, last + 1))
    const rows = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      rows.set(part, at)
      at += part.length
    }
    return rows
  }

  /** The records of these rows, in the same order. Removed records are left out. */
  async packAt(rows: Float64Array): Promise<Uint8Array<ArrayBuffer>> {
    const set = new GrowingSet(rows.length)
    for (const message of await this.messagesAt([...rows])) set.append(message, message.row)
    return writePack(set)
  }

  async messagesAt(rows: readonly number[]): Promise<StoredMessage[]> {
    const found = await this.#database.query(
      sql`SELECT ${recordColumns} FROM message WHERE row = ANY(${rows}::bigint[])`,
    )
    const byRow = new Map(found.map((row) => [Number(row.row), row]))
    return rows.flatMap((row) => {
      const record = byRow.get(row)
      return record ? [messageOfRow(record)] : []
    })
  }

  async messagesById(id: string): Promise<StoredMessage[]> {
    const rows = await this.#database.query(sql`
      SELECT ${recordColumns} FROM message
      WHERE hashtextextended(id, 0) = hashtextextended(${cleaned(id)}, 0) AND id = ${cleaned(id)} ORDER BY row DESC`)
    return rows.map(messageOfRow).filter((message) => message.id === id)
  }

  async horizon(): Promise<Horizon> {
    return (await this.#searches.state()).horizon
  }

  async size(): Promise<Pick<ArchiveInfo, 'messages' | 'oldest' | 'newest' | 'bytes'>> {
    const messages = await countAll({ database: this.#database, signal: undefined })
    const found = await this.#database.first(sql`
      SELECT (SELECT row FROM message ORDER BY row LIMIT 1) AS oldest,
        (SELECT row FROM message ORDER BY row DESC LIMIT 1) AS newest,
        (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
          WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r') AS bytes`)
    const second = (row: unknown): number | null => (row == null ? null : secondOfRow(Number(row)))
    return {
      messages,
      oldest: second(found!.oldest),
      newest: second(found!.newest),
      bytes: Number(found!.bytes),
    }
  }

  setting(name: string): Promise<unknown> {
    return new SettingTable((statement) => this.#database.query(statement)).get(name)
  }

  /** A page of the matches, and how many there are. */
  async #found(asked: AskedSearch, sort: Sort, page: Page, signal?: AbortSignal): Promise<Found> {
    const { state, known, found } = asked
    const given = { database: this.#database, signal }
    if (found.sure === 'all') known.count = state.messages
    if (sort.field !== 'created') {
      const order = await this.#order(asked, sort, signal)
      known.count = order.length
      const rows = await this.messagesAt([...order.subarray(page.offset, page.offset + page.limit)])
      return { rows, count: exactly(order.length) }
    }
    const isCounted = known.count !== null || known.about !== null
    const sampling = isCounted ? Promise.resolve(null) : takeSample(found, { ...given, state })
    const { descending } = sort
    const ofMonths = { ...given, months: state.months, marks: marksOf(asked, descending) }
    const ordered = { ...page, descending }
    const newest = known.rare ? Promise.resolve([]) : pageOfNewest(found, recordColumns, ordered, ofMonths)
    const [sample, first] = await Promise.all([sampling, newest])
    const isFull = first.length === page.limit
    if (known.rare || (sample?.matches === 0 && first.length === 0 && page.offset === 0 && !isFull)) {
      const rare = await sharedWork(() => this.#rare(asked, signal), signal)
      known.count = rare.count
      if (rare.rows) return { rows: await this.messagesAt(pageOf(rare.rows, ordered)), count: exactly(rare.count) }
    }
    const rows = isFull ? Promise.resolve(first) : pageOfMonths(found, recordColumns, ordered, ofMonths)
    return this.#withCount(asked, page, { sample, rows: rows.then((read) => read.map(messageOfRow)) }, signal)
  }

  #rare({ state, known, found }: AskedSearch, signal?: AbortSignal): Promise<RareMatches> {
    if (known.rare) return known.rare
    const rare = rareMatches(found, { database: this.#database, state, signal })
    rare.catch(() => (known.rare = null))
    return (known.rare = rare)
  }

  #order({ known, found }: AskedSearch, sort: Sort, signal?: AbortSignal): Promise<Float64Array> {
    const key = JSON.stringify(sort)
    return sharedWork(() => {
      let order = known.orders.get(key)
      if (!order) {
        order = sortedRows(found, sort, { database: this.#database, signal })
        order.catch(() => known.orders.delete(key))
        known.orders.set(key, order)
        if (known.orders.size > mostOrders) known.orders.delete(known.orders.keys().next().value!)
      }
      return order
    }, signal)
  }

  /**
   * Counts matches while the page is read. If the page isn’t full, its length determines the number of matches, and the
   * count is cancelled.
   */
  async #withCount(asked: AskedSearch, page: Page, reading: Reading, signal?: AbortSignal): Promise<Found> {
    const { state, known, found } = asked
    if (known.count !== null) return { rows: await reading.rows, count: exactly(known.count) }
    const stop = new AbortController()
    const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    const given = { database: this.#database, state, signal: either }
    const counting: Promise<Count> =
      known.about === null
        ? countAtOnce(found, reading.sample, given)
        : Promise.resolve({ value: known.about, exact: false })
    counting.catch(() => undefined)
    reading.rows.catch(() => stop.abort())
    const rows = await reading.rows
    const isLast = rows.length < page.limit && (rows.length > 0 || page.offset === 0)
    if (isLast) stop.abort()
    const read = page.offset + rows.length
    const count = isLast ? exactly(read) : await counting
    if (count.exact) known.count = count.value
    else known.about = count.value
    const isFull = rows.length === page.limit
    return { rows, count: rows.length === 0 ? count : reachable(count, { read, isFull }) }
  }

  async #exactCount({ known, found }: AskedSearch, signal?: AbortSignal): Promise<number> {
    return (known.count ??= await countExactly(found, { database: this.#database, signal }))
  }
}

function marksOf({ known, found, state }: AskedSearch, descending: boolean): RowMarks {
  let marks = known.marks.get(descending)
  if (!marks) known.marks.set(descending, (marks = new RowMarks(found, state.months, descending)))
  return marks
}

type Page = { readonly offset: number; readonly limit: number }
type Found = { readonly rows: readonly StoredMessage[]; readonly count: Count }
type Reading = { readonly sample: Sample | null; readonly rows: Promise<readonly StoredMessage[]> }

function exactly(value: number): Count {
  return { value, exact: true }
}

function pageOf(
  newestFirst: readonly number[],
  { offset, limit, descending }: Page & { readonly descending: boolean },
) {
  const ordered = descending ? newestFirst : newestFirst.toReversed()
  return ordered.slice(offset, offset + limit)
}

/** Leaves out the details of opens and clicks, which a page doesn’t show. They are read with the message. */
function withoutDetails({ openDetails, clickDetails, extra, ...row }: StoredMessage) {
  void [openDetails, clickDetails, extra]
  return row
}
