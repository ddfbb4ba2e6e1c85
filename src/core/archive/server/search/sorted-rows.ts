import { AppError } from '#shared/contract/base/error.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { Sort, SortField } from '#shared/domain/messages/search.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { largestCount } from '../../../base/packs/record-set.ts'
import type { ServerDatabase, ServerRow } from '../connection/server-database.ts'
import { sql, type Sql } from '../connection/sql.ts'
import { matchesOf, type Decided } from './found-messages.ts'

type Given = {
  readonly database: ServerDatabase
  readonly signal: AbortSignal | undefined
  /** How many matches may be sorted by anything but time. */
  readonly most?: number
}
type Key = number | string

/** With more, the keys might not fit in the memory, and the reading thread would end. */
const mostSorted = 2_000_000

/** How many values’ keys are remembered, so that equal values share one. */
const mostShared = 100_000

/** The sort value of rows without a value: it comes after every text. */
const nothing = '\uffff'

const columns: Record<Exclude<SortField, 'created'>, Sql> = {
  size: sql`row, size AS key`,
  opens: sql`row, opens AS key`,
  clicks: sql`row, clicks AS key`,
  lastState: sql`row, state_at AS key`,
  state: sql`row, state AS key`,
  to: sql`row, recipient AS key`,
  from: sql`row, sender AS key`,
  subject: sql`row, subject AS key`,
  tags: sql`row, tags AS key`,
  key: sql`row, api_key AS key`,
}

const keyOf: Record<Exclude<SortField, 'created'>, (value: unknown) => Key> = {
  size: (value) => Math.min(Number(value), largestCount),
  opens: Number,
  clicks: Number,
  lastState: (value) => Math.min(Math.floor(Number(value) / 1000), largestCount),
  state: String,
  to: String,
  from: (value) => fold(String(value)),
  subject: (value) => fold(String(value)),
  tags: (value) => (value as string[]).map(fold).sort(byCode)[0] ?? nothing,
  key: (value) => fold(String(value)) || nothing,
}

/**
 * Returns the rows of all matches in this order; rows with equal values are newest first. They are sorted here, because
 * the server does not know how texts are folded.
 */
export async function sortedRows(found: Decided, { field, descending }: Sort, given: Given): Promise<Float64Array> {
  if (field === 'created') return rowsByTime(found, descending, given)
  const { database, signal, most = mostSorted } = given
  const rows: number[] = []
  const keys: Key[] = []
  const shared = new Map<unknown, Key>()
  const take = (batch: ServerRow[]): void => {
    if (rows.length + batch.length > most) throw tooManyError(most)
    for (const { row, key: value } of batch) {
      let key = shared.get(value)
      if (key === undefined) {
        if (shared.size >= mostShared) shared.clear()
        shared.set(value, (key = keyOf[field](value)))
      }
      rows.push(Number(row))
      keys.push(key)
    }
  }
  await database.eachBatch(matchesOf(found, columns[field]), take, signal)
  const sign = descending ? -1 : 1
  const order = Uint32Array.from(rows.keys()).sort((a, b) => {
    const [one, other] = [keys[a]!, keys[b]!]
    return one < other ? -sign : one > other ? sign : rows[b]! - rows[a]!
  })
  return Float64Array.from(order, (at) => rows[at]!)
}

async function rowsByTime(found: Decided, descending: boolean, { database, signal }: Given): Promise<Float64Array> {
  const rows: number[] = []
  const take = (batch: ServerRow[]): void => {
    for (const { row } of batch) rows.push(Number(row))
  }
  await database.eachBatch(matchesOf(found, sql`row`), take, signal)
  const sorted = Float64Array.from(rows).sort()
  return descending ? sorted.reverse() : sorted
}

function tooManyError(most: number): AppError {
  return new AppError(
    'too-many-to-sort',
    `This search finds more than ${plural(english, most, 'message')}, which is too many to sort by this column. Narrow the search, or sort by creation time.`,
  )
}

function byCode(one: string, other: string): number {
  return one < other ? -1 : 1
}
