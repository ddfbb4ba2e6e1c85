import type { ServerDatabase, ServerRow } from '../connection/server-database.ts'
import { joinSql, sql, type Sql } from '../connection/sql.ts'
import type { Month } from '../record/months.ts'
import { sqlOf, within } from './bound.ts'
import { matchesOf, type Decided } from './found-messages.ts'
import { rowPlaceOf, type RowPlace } from './kept-sums.ts'

/** Enough rows to fill a page if one message in a hundred matches. */
const newestRows = 5000

type Page = { readonly offset: number; readonly limit: number; readonly descending: boolean }
type Given = {
  readonly database: ServerDatabase
  readonly months: readonly Period[]
  readonly signal: AbortSignal | undefined
}
type Period = Pick<Month, 'first' | 'stop'>

/**
 * One page of the matches, ordered by time. For conditions that exclude each other, the planner would walk backwards
 * through all rows, hoping to fill a page. So the newest rows are searched first, and then whole months, sorted by an
 * expression for which there is no index.
 */
export async function pageByTime(found: Decided, columns: Sql, page: Page, given: Given): Promise<ServerRow[]> {
  const { offset, limit, descending } = page
  const { database, signal } = given
  const wanted = offset + limit
  if (wanted <= newestRows && given.months.length > 0) {
    const rows = await database.query(firstRows(found, columns, page), signal)
    if (rows.length === limit) return rows
  }
  const place = found.sure === 'all' ? await rowPlaceOf(offset, descending, given) : null
  if (place) return database.query(rowsAfter(place, columns, page), signal)
  const direction = descending ? sql`DESC` : sql`ASC`
  const branches = groupsOf(given.months, descending).map(({ first, stop }) => {
    const within = sql`row >= ${first}::bigint AND row < ${stop}::bigint`
    return sql`(SELECT * FROM (${matchesOf(found, columns, within)}) AS part ORDER BY row + 0 ${direction} LIMIT ${wanted})`
  })
  if (branches.length === 0) return []
  return database.query(sql`${joinSql(branches, ' UNION ALL ')} OFFSET ${offset} LIMIT ${limit}`, signal)
}

/** In a search for all messages, rows before the page need not be read. */
function rowsAfter({ first, stop, before }: RowPlace, columns: Sql, { limit, descending }: Page): Sql {
  return descending
    ? sql`SELECT ${columns} FROM message WHERE row < ${stop}::bigint ORDER BY row DESC OFFSET ${before} LIMIT ${limit}`
    : sql`SELECT ${columns} FROM message WHERE row >= ${first}::bigint ORDER BY row OFFSET ${before} LIMIT ${limit}`
}

function firstRows({ sure, judged }: Decided, columns: Sql, { offset, limit, descending }: Page): Sql {
  const direction = descending ? sql`DESC` : sql`ASC`
  const matching = sql`((${sqlOf(sure)} AND exact IS NULL) OR row = ANY(${judged}::bigint[]))`
  const rows = typeof sure === 'object' ? sure.rows : undefined
  const near = rows ? sqlOf(within(rows, [])) : sql`true`
  return sql`SELECT ${columns} FROM (SELECT * FROM message WHERE ${near} ORDER BY row ${direction} LIMIT ${newestRows}) AS near
    WHERE ${matching} ORDER BY row ${direction} OFFSET ${offset} LIMIT ${limit}`
}

/** Groups of 1, 3, 9 … months in the page’s order, because most pages are full after the first group. */
function groupsOf(months: readonly Period[], descending: boolean): Period[] {
  const left = descending ? months.toReversed() : [...months]
  const groups: Period[] = []
  for (let size = 1; left.length > 0; size *= 3) {
    const part = left.splice(0, size)
    groups.push({
      first: Math.min(...part.map(({ first }) => first)),
      stop: Math.max(...part.map(({ stop }) => stop)),
    })
  }
  return groups
}
