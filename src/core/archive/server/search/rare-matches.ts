import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { matchesOf, type Decided } from './found-messages.ts'

/** `rows` are the rows of all matches, newest first; null if there are too many to be read at once. */
export type RareMatches = { readonly count: number; readonly rows: readonly number[] | null }

const mostRows = 5000

/**
 * Finds all matches of a search that seems to have hardly any. Its page and its count would both have to look through
 * the whole archive, so one statement does it for both.
 */
export async function rareMatches(
  found: Decided,
  { database, signal }: { readonly database: ServerDatabase; readonly signal: AbortSignal | undefined },
): Promise<RareMatches> {
  const [all] = await database.byIndexes(
    sql`SELECT count(*) AS count, CASE WHEN count(*) <= ${mostRows} THEN array_agg(row ORDER BY row DESC) END AS rows
      FROM (${matchesOf(found, sql`row`)}) AS found`,
    signal,
  )
  const count = Number(all!.count)
  const rows = all!.rows as (string | number)[] | null
  return { count, rows: count === 0 ? [] : (rows?.map(Number) ?? null) }
}
