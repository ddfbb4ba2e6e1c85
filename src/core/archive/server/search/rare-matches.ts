import type { ServerRow } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { sqlOf, within } from './bound.ts'
import { bothHalves, type Searched } from './both-halves.ts'
import { matchesOf, type Decided } from './found-messages.ts'

/** `rows` are the rows of all matches, newest first; null if there are too many to be read at once. */
export type RareMatches = { readonly count: number; readonly rows: readonly number[] | null }

const mostRows = 5000

/**
 * Finds all matches of a search that seems to have hardly any. Its page and its count would both have to look through
 * the whole archive, so the same statements do it for both.
 */
export async function rareMatches(found: Decided, asked: Searched): Promise<RareMatches> {
  const { rows: halves } = await bothHalves(
    asked,
    (
      half,
    ) => sql`SELECT count(*) AS count, CASE WHEN count(*) <= ${mostRows} THEN array_agg(row ORDER BY row DESC) END AS rows
      FROM (${matchesOf(found, sql`row`, sqlOf(within(half, [])))}) AS matches`,
  )
  const count = halves.reduce((sum, half) => sum + Number(half.count), 0)
  const rowsOf = ({ rows }: ServerRow) => ((rows ?? []) as (string | number)[]).map(Number)
  return { count, rows: count > mostRows ? null : halves.flatMap(rowsOf) }
}
