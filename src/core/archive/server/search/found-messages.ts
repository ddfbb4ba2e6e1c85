import { matches } from '#shared/domain/messages/matches.ts'
import type { StoredMessage } from '#shared/domain/messages/record.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { sql, type Sql } from '../connection/sql.ts'
import { messageOfRow, recordColumns } from '../record/columns.ts'
import type { Scope } from '../../port/archive-port.ts'
import { isDecided, sqlOf, type Bounds } from './bound.ts'

/** A search’s matches: rows decided by their terms (`sure`), and rows whose records were judged. No row is in both. */
export type Decided = { readonly sure: Bounds['sure']; readonly judged: readonly number[] }

/** How many records are read and judged at a time. */
const judgedAtOnce = 2000

type Given = {
  readonly database: ServerDatabase
  /** Records that the server cannot store as text; usually there are none. */
  readonly odd: readonly StoredMessage[]
  readonly signal: AbortSignal | undefined
}

export async function decide({ query, context }: Scope, bounds: Bounds, given: Given): Promise<Decided> {
  const judged = given.odd.filter((record) => matches(query, record, context)).map(({ row }) => row)
  if (isDecided(bounds)) return { sure: bounds.sure, judged }
  for await (const candidates of doubtfulRecords(bounds, given)) {
    for (const record of candidates) if (matches(query, record, context)) judged.push(record.row)
  }
  return { sure: bounds.sure, judged }
}

/** Yields the records that must be judged, newest first. */
async function* doubtfulRecords({ sure, maybe }: Bounds, { database, signal }: Given): AsyncGenerator<StoredMessage[]> {
  let below = Number.MAX_SAFE_INTEGER
  while (true) {
    const rows = await database.query(
      sql`SELECT ${recordColumns} FROM message
        WHERE ${sqlOf(maybe)} AND NOT (${sqlOf(sure)}) AND exact IS NULL AND row < ${below}::bigint
        ORDER BY row + 0 DESC LIMIT ${judgedAtOnce}`,
      signal,
    )
    const records = rows.map(messageOfRow)
    if (records.length > 0) yield records
    if (records.length < judgedAtOnce) return
    below = records.at(-1)!.row
  }
}

/** The matches that meet the condition, as a table with these columns. */
export function matchesOf({ sure, judged }: Decided, columns: Sql, condition: Sql = sql`true`): Sql {
  const decided = sql`SELECT ${columns} FROM message WHERE ${sqlOf(sure)} AND exact IS NULL AND ${condition}`
  if (judged.length === 0) return decided
  const others = sql`SELECT ${columns} FROM message WHERE row = ANY(${judged}::bigint[]) AND ${condition}`
  return sql`${decided} UNION ALL ${others}`
}
