import type { Horizon } from '#shared/domain/archive/horizon.ts'
import type { MessageRow, StoredMessage } from '#shared/domain/messages/record.ts'
import {
  newestFirst,
  type CountAnswer,
  type HistogramAnswer,
  type ListedValue,
  type NearestRequest,
  type PositionsAnswer,
  type PositionsRequest,
  type SearchAnswer,
  type SearchRequest,
  type Sort,
  type SortField,
  type ValuesRequest,
} from '#shared/domain/messages/search.ts'
import type {
  ArchiveDetails,
  ArchiveStatistics,
  StatisticsRequest,
} from '#shared/domain/statistics/archive-statistics.ts'
import type { FindRecipients, FoundRecipients } from '#shared/domain/recipients/recipient.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { spanOfTerm } from '#shared/domain/query/period.ts'
import type { ArchiveInfo, RowRange, Scope, SortedScope } from '../port/archive-port.ts'
import { GrowingSet } from '../../base/packs/growing-set.ts'
import type { Database } from './file/database.ts'
import type { Block } from './store/block.ts'
import { readBlocks } from './store/block-store.ts'
import { readHorizon } from './store/coverage.ts'
import { secondOfRow } from './record/row-number.ts'
import { valueKinds } from '../common/value-kinds.ts'
import type { BlockReader } from './search/block-reader.ts'
import { PartCache, type BlockSource } from './search/part-cache.ts'
import { until } from './search/deadline.ts'
import { resolve } from './search/conditions.ts'
import { dayBars } from './search/day-bars.ts'
import { nearestWords } from './search/nearest-words.ts'
import { messagesAt, messagesById, packAt } from './search/find-messages.ts'
import { RecipientSearches } from './search/recipients/recipient-searches.ts'
import { Result, type RowRef } from './search/result.ts'
import { RowListing } from './search/row-listing.ts'
import { Orders } from './search/sorting/orders.ts'
import type { SortedResult } from './search/sorting/sorted-result.ts'
import { DetailCounts } from './statistics/details/detail-counts.ts'
import { readWritten } from './statistics/written-values.ts'
import { listKnownValues, listValues, type KnownCounts } from './statistics/values/list-values.ts'
import { StatisticsParts } from './statistics/statistics-parts.ts'
import { StatisticsResult } from './statistics/statistics-result.ts'

/** Null means not ready yet, so the call must be repeated. Partial results are kept. */
type Step<Answer> = Answer | null

const mostResults = 12
const mostStatisticsPerResult = 3
const mostListingsPerResult = 3
/**
 * The length of a turn, in milliseconds, of work that takes many turns with a million rows, such as a sort. It is
 * short, so that other searches are hardly delayed.
 */
const sharedSlice = 10
/** The extra time in milliseconds for counting, because a page does not wait for an exact count. */
const countSlice = 3
/** The clock and the zone are irrelevant, because this scope has no dates. */
const everyMessage: Scope = { query: everything, context: { now: 0, zone: 'UTC' } }

/** All queries of the archive. Each call sees one consistent state of the archive. */
export class ArchiveReader {
  readonly #database: Database
  readonly #cache: PartCache
  readonly #slice: number
  readonly #statisticsParts = new StatisticsParts()
  readonly #results = new Map<string, CachedResult>()
  readonly #details = new DetailCounts()
  readonly #packed = new GrowingSet(0)
  readonly #orders = new Orders()
  readonly #recipients = new RecipientSearches()
  #blocks: Block[] = []
  #states = new Map<number, string>()
  #dataVersion: number | null = null

  /** `slice` is how long one call may keep others waiting, in milliseconds. */
  constructor(database: Database, slice = 40) {
    this.#database = database
    this.#slice = slice
    this.#cache = new PartCache(database)
  }

  search({ query, context, sort = newestFirst, offset = 0, limit = 50 }: SearchRequest): Step<SearchAnswer> {
    return this.#read(() => {
      const cached = this.#result({ query, context })
      const { result } = cached
      const refs = this.#refs(cached, sort, { offset, limit })
      if (refs === null) return null
      result.complete(until(countSlice))
      const rows = this.#rows(result, refs)
      return { rows, offset, count: result.count(), horizon: this.#horizon() }
    })
  }

  positions({ query, context, sort = newestFirst, rows }: PositionsRequest): Step<PositionsAnswer> {
    return this.#read(() => {
      const deadline = until(this.#slice)
      const cached = this.#result({ query, context })
      const { result } = cached
      if (!result.complete(deadline)) return null
      const found = rows.map((row) => result.refOf(row))
      const positions =
        sort.field === 'created'
          ? result.positionsOf(found, sort.descending)
          : this.#sorted(result, sort.field).positionsOf(found, sort.descending, deadline)
      return positions && { positions, count: result.count().value }
    })
  }

  count(scope: Scope): Step<CountAnswer> {
    return this.#read(() => {
      const { result } = this.#result(scope)
      if (!result.complete(until(this.#slice))) return null
      return { ...result.count(), horizon: this.#horizon() }
    })
  }

  histogram(scope: Scope): Step<HistogramAnswer> {
    return this.#read(() => {
      const { result } = this.#result(scope)
      if (!result.complete(until(this.#slice))) return null
      const bars = dayBars(result, this.#states, scope.context.zone)
      return { bars, horizon: this.#horizon() }
    })
  }

  statistics(request: StatisticsRequest): Step<ArchiveStatistics> {
    return this.#read(() => {
      const { result, statistics } = this.#result(request)
      const { zone } = request.context
      const key = JSON.stringify([zone, request.groups, request.metaKey, request.limit])
      let counted = statistics.get(key)
      if (counted?.version !== result.version) counted = new StatisticsResult(result, request, this.#statisticsParts)
      statistics.delete(key)
      const written = readWritten(this.#database)
      const answer = counted.answer({ state: (id) => this.#states.get(id) ?? '', written }, until(this.#slice))
      statistics.set(key, counted)
      if (statistics.size > mostStatisticsPerResult) statistics.delete(statistics.keys().next().value!)
      return answer && { ...answer, horizon: this.#horizon() }
    })
  }

  /** Returns the counts that can be made only from the matches’ details. */
  details(scope: Scope): Step<ArchiveDetails> {
    return this.#read(() => {
      const { result } = this.#result(scope)
      const answer = this.#details.count(result, scope.context.zone, this.#states, until(this.#slice))
      return answer && { ...answer, horizon: this.#horizon() }
    })
  }

  /**
   * The rows of the matches in these ranges, for exports and erasures. If the archive changes between two turns, which
   * shifts the rows, the listing starts over. Each attempt gets longer turns, so that one succeeds even if the archive
   * keeps changing.
   */
  rows({ query, context, sort = newestFirst }: SortedScope, ranges: readonly RowRange[]): Step<Float64Array> {
    return this.#read(() => {
      const cached = this.#result({ query, context })
      const { result, listings } = cached
      const key = JSON.stringify([sort, ranges])
      const begun = listings.get(key)
      const isCurrent = begun?.listing.version === result.version
      const turn = begun === undefined || isCurrent ? (begun?.turn ?? this.#slice) : begun.turn * 2
      const deadline = until(turn)
      // The search completes before any row is listed, because a listing must know the number of matches when it starts.
      if (!result.complete(deadline)) return null
      const listing = isCurrent ? begun.listing : new RowListing(result, ranges)
      const rows = listing.rows((part) => this.#refs(cached, sort, part), deadline)
      listings.delete(key)
      if (rows === null) listings.set(key, { listing, turn })
      if (listings.size > mostListingsPerResult) listings.delete(listings.keys().next().value!)
      return rows
    })
  }

  packAt(rows: Float64Array): Uint8Array<ArrayBuffer> {
    return this.#read(() => packAt(this.#source, rows, this.#packed))
  }

  messagesAt(rows: readonly number[]): StoredMessage[] {
    return this.#read(() => messagesAt(this.#source, rows))
  }

  messagesById(id: string): StoredMessage[] {
    return this.#read(() => messagesById(this.#source, id))
  }

  /**
   * Returns a field’s values and the number of the search’s matches with each, unless there are too many to count.
   */
  values({ search = everyMessage, ...request }: ValuesRequest): Step<ListedValue[]> {
    return this.#read(() => {
      const known = search.query.kind === 'all' ? listKnownValues(this.#database, request) : null
      if (known) return known
      const { result, values } = this.#result(search)
      const [database, parts, states] = [this.#database, this.#statisticsParts, this.#states]
      return listValues({ result, known: values, parts, states, database }, request, until(this.#slice))
    })
  }

  readonly nearestWords = (request: NearestRequest): string[] => this.#read(() => nearestWords(this.#source, request))

  readonly findRecipients = (request: FindRecipients): Step<FoundRecipients> =>
    this.#read(() => this.#recipients.find(this.#source, request, until(Math.min(this.#slice, sharedSlice))))

  horizon(): Horizon {
    return this.#read(() => this.#horizon())
  }

  size(): Pick<ArchiveInfo, 'messages' | 'oldest' | 'newest'> {
    return this.#read(() => ({
      messages: this.#blocks.reduce((sum, block) => sum + block.live, 0),
      oldest: this.#blocks.length > 0 ? secondOfRow(this.#blocks[0]!.first) : null,
      newest: this.#blocks.length > 0 ? secondOfRow(this.#blocks.at(-1)!.last) : null,
    }))
  }

  get #source(): BlockSource {
    return { database: this.#database, blocks: this.#blocks, cache: this.#cache }
  }

  #horizon(): Horizon {
    return readHorizon(this.#database)
  }

  #refs(cached: CachedResult, sort: Sort, { offset, limit }: { offset: number; limit: number }): RowRef[] | null {
    const { field, descending } = sort
    if (field === 'created') return cached.result.refs(offset, limit, descending, until(this.#slice))
    const deadline = until(Math.min(this.#slice, sharedSlice))
    if (!cached.result.complete(deadline)) return null
    return this.#sorted(cached.result, field).refs({ offset, limit, descending }, deadline)
  }

  /** One reader per block, because each new reader reads the row column again. */
  #rows(result: Result, refs: readonly RowRef[]): MessageRow[] {
    const readers = new Map<Block, BlockReader>()
    return refs.map(({ block, at }) => {
      let reader = readers.get(block)
      if (!reader) readers.set(block, (reader = result.reader(block)))
      return reader.messageRow(at)
    })
  }

  #read<T>(work: () => T): T {
    return this.#database.snapshot(() => {
      const version = Number(this.#database.get('PRAGMA data_version')!.data_version)
      if (version !== this.#dataVersion) {
        this.#blocks = readBlocks(this.#database)
        this.#cache.keepOnly(new Set(this.#blocks.map(({ id }) => id)))
        this.#statisticsParts.keepOnly(this.#blocks)
        const states = this.#database.all('SELECT id, name FROM value WHERE kind = ?', valueKinds.state)
        this.#states = new Map(states.map(({ id, name }) => [Number(id), String(name)]))
        this.#dataVersion = version
      }
      return work()
    })
  }

  #result({ query, context }: Scope): CachedResult {
    const condition = resolve(query, {
      span: (term) => spanOfTerm(term, context),
      stateIds: (names) => [...this.#states].flatMap(([id, name]) => (names.includes(fold(name)) ? [id] : [])),
    })
    const key = JSON.stringify(condition, (_, value: unknown) =>
      value instanceof Set ? [...value] : value === Infinity ? '∞' : value === -Infinity ? '-∞' : value,
    )
    const cached = this.#results.get(key) ?? {
      result: new Result(this.#database, this.#cache, condition),
      statistics: new Map(),
      listings: new Map(),
      values: new Map(),
    }
    // The result is moved to the end, so that the first one is the least recently used.
    this.#results.delete(key)
    this.#results.set(key, cached)
    if (this.#results.size > mostResults) this.#results.delete(this.#results.keys().next().value!)
    cached.result.update(this.#blocks)
    return cached
  }

  #sorted(result: Result, field: SortField): SortedResult {
    return this.#orders.of(result, field, this.#states)
  }
}

type CachedResult = {
  result: Result
  statistics: Map<string, StatisticsResult>
  listings: Map<string, { listing: RowListing; turn: number }>
  values: KnownCounts
}
