import { sql, type Sql } from '../connection/sql.ts'
import { bothHalves, type Asked } from './both-halves.ts'
import { matchesOf, type Decided } from './found-messages.ts'

/** `rows` are the rows of all matches, newest first; null if there are too many to be read at once. */
export type RareMatches = { readonly count: number; readonly rows: readonly number[] | null }

const mostRows = 5000

/**
 * Finds all matches of a search that seems to have hardly any. Its page and its count would both have to look through
 * the whole archive, so the same statements do it for both.
 */
export async function rareMatches(found: Decided, { database, state, signal }: Asked): Promise<RareMatches> {
  const inHalf = async (condition: Sql, either: AbortSignal | undefined) => {
    const [half] = await database.byIndexes(
      sql`SELECT count(*) AS count, CASE WHEN count(*) <= ${mostRows} THEN array_agg(row ORDER BY row DESC) END AS rows
        FROM (${matchesOf(found, sql`row`, condition)}) AS found`,
      either,
    )
    return { count: Number(half!.count), rows: half!.rows as (string | number)[] | null }
  }
  const halves = await bothHalves(state, inHalf, signal)
  const count = halves.reduce((sum, half) => sum + half.count, 0)
  return { count, rows: count > mostRows ? null : halves.flatMap(({ rows }) => (rows ?? []).map(Number)) }
}
