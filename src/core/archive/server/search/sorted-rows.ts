import type { Sort, SortField } from '#shared/domain/messages/search.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { largestCount } from '../../../base/packs/record-set.ts'
import type { ServerDatabase, ServerRow } from '../connection/server-database.ts'
import { sql, type Sql } from '../connection/sql.ts'
import { matchesOf, type Decided } from './found-messages.ts'

type Given = { readonly database: ServerDatabase; readonly signal: AbortSignal | undefined }
type Key = number | string
type Entry = { readonly row: number; readonly key: Key }

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
export async function sortedRows(found: Decided, sort: Sort, { database, signal }: Given): Promise<Float64Array> {
  const { field, descending } = sort
  if (field === 'created') {
    const rows: number[] = []
    const take = (batch: ServerRow[]): void => {
      for (const { row } of batch) rows.push(Number(row))
    }
    await database.eachBatch(matchesOf(found, sql`row`), take, signal)
    const sorted = Float64Array.from(rows).sort()
    return descending ? sorted.reverse() : sorted
  }
  const entries: Entry[] = []
  const known = new Map<unknown, Key>()
  const take = (batch: ServerRow[]): void => {
    for (const { row, key: value } of batch) {
      let key = known.get(value)
      if (key === undefined) known.set(value, (key = keyOf[field](value)))
      entries.push({ row: Number(row), key })
    }
  }
  await database.eachBatch(matchesOf(found, columns[field]), take, signal)
  const sign = descending ? -1 : 1
  entries.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : b.row - a.row))
  return Float64Array.from(entries, ({ row }) => row)
}

function byCode(one: string, other: string): number {
  return one < other ? -1 : 1
}
