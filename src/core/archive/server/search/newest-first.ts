import type { ServerDatabase, ServerRow } from '../connection/server-database.ts'
import { joinSql, sql, type Sql } from '../connection/sql.ts'
import { sqlOf, within } from './bound.ts'
import { matchesOf, type Decided } from './found-messages.ts'
import { rowPlaceOf, type RowPlace } from './kept-sums.ts'
import { groupsOf, type MonthRows } from './month-groups.ts'
import type { MarkedRange, RowMarks } from './row-marks.ts'

/** How many of the newest rows are searched first: enough to fill a page if one message in a hundred matches. */
const newestRows = 5000

type Page = { readonly offset: number; readonly limit: number; readonly descending: boolean }
type Given = {
  readonly database: ServerDatabase
  readonly months: readonly MonthRows[]
  readonly signal: AbortSignal | undefined
  /** The list’s marks in the page’s order. */
  readonly marks: RowMarks
}

/**
 * One page of the matches, ordered by time, as far as the newest rows contain it. For conditions that exclude each other,
 * the planner would walk backwards through all rows, hoping to fill a page. So these rows are searched first, and then
 * whole months, sorted by an expression for which there is no index.
 */
export async function pageOfNewest(found: Decided, columns: Sql, page: Page, given: Given): Promise<ServerRow[]> {
  if (page.offset + page.limit > newestRows || given.months.length === 0) return []
  return given.database.query(firstRows(found, columns, page), given.signal)
}

/** One page of the matches, ordered by time, if the newest rows do not fill it. */
export async function pageOfMonths(found: Decided, columns: Sql, page: Page, given: Given): Promise<ServerRow[]> {
  const { offset, limit, descending } = page
  const { database, signal } = given
  const wanted = offset + limit
  const place = found.sure === 'all' ? await rowPlaceOf(offset, descending, given) : null
  if (place) return database.query(rowsAfter(place, columns, page), signal)
  const range = wanted > newestRows && found.sure !== 'all' ? await given.marks.rangeOf(page, given) : null
  if (range) return database.query(rowsInRange(found, columns, range, page), signal)
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

function rowsInRange(found: Decided, columns: Sql, range: MarkedRange, { limit, descending }: Page): Sql {
  const within = sql`row >= ${range.first}::bigint AND row <= ${range.last}::bigint`
  const direction = descending ? sql`DESC` : sql`ASC`
  return sql`SELECT * FROM (${matchesOf(found, columns, within)}) AS part
    ORDER BY row + 0 ${direction} OFFSET ${range.before} LIMIT ${limit}`
}

function firstRows({ sure, judged }: Decided, columns: Sql, { offset, limit, descending }: Page): Sql {
  const direction = descending ? sql`DESC` : sql`ASC`
  const matching = sql`((${sqlOf(sure)} AND exact IS NULL) OR row = ANY(${judged}::bigint[]))`
  const rows = typeof sure === 'object' ? sure.rows : undefined
  const near = rows ? sqlOf(within(rows, [])) : sql`true`
  return sql`SELECT ${columns} FROM (SELECT * FROM message WHERE ${near} ORDER BY row ${direction} LIMIT ${newestRows}) AS near
    WHERE ${matching} ORDER BY row ${direction} OFFSET ${offset} LIMIT ${limit}`
}
