import { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { deliveredOf } from '#shared/domain/statistics/figures.ts'
import { sizeBounds } from '#shared/domain/statistics/details/classes.ts'
import { refusedStates } from '#shared/domain/statistics/details/refused-states.ts'
import { largestCount } from '../../../base/packs/record-set.ts'
import { monthsIn } from '../../common/months-in.ts'
import { secondOfRow } from '../../engine/record/row-number.ts'
import { countedDetails, type DetailFigures } from '../../engine/statistics/details/counted-details.ts'
import { DetailSums } from '../../engine/statistics/details/detail-sums.ts'
import { valueKinds } from '../../common/value-kinds.ts'
import type { RunSql, ServerRow } from '../connection/server-database.ts'
import { joinSql, sql } from '../connection/sql.ts'
import { detailColumns, detailsOfRow } from '../record/columns.ts'
import { matchesOf } from '../search/found-messages.ts'
import type { MatchScan } from './match-scan.ts'

/** How many records are read at a time. */
const recordsOfBatch = 2000

/** All counts are from the same state of the archive. */
export async function countDetails(zone: string, scan: MatchScan): Promise<DetailFigures> {
  const columns = await columnFigures(scan)
  const refused = await refusedNames(scan.run)
  const monthOf = monthsIn(new ZoneClock(zone))
  const sums = new DetailSums()
  for await (const rows of eventfulRows(scan, refused)) {
    for (const row of rows) {
      sums.add({
        details: detailsOfRow(row),
        state: String(row.state),
        isRefused: refused.includes(String(row.state)),
        open: Number(row.opens),
        click: Number(row.clicks),
        month: monthOf(secondOfRow(Number(row.row))),
      })
    }
  }
  return countedDetails(sums, columns)
}

/**
 * Yields the matches that were opened, clicked or refused, newest first. The other matches have no details to count.
 */
async function* eventfulRows({ run, found }: MatchScan, refused: readonly string[]): AsyncGenerator<ServerRow[]> {
  let below = Number.MAX_SAFE_INTEGER
  while (true) {
    const isEventful = sql`(opens > 0 OR clicks > 0 OR state = ANY(${refused}::text[])) AND row < ${below}::bigint`
    const rows = await run(sql`
      SELECT * FROM (${matchesOf(found, detailColumns, isEventful)}) AS found ORDER BY row DESC LIMIT ${recordsOfBatch}`)
    if (rows.length > 0) yield rows
    if (rows.length < recordsOfBatch) return
    below = Number(rows.at(-1)!.row)
  }
}

async function columnFigures({
  run,
  found,
}: MatchScan): Promise<Pick<DetailFigures, 'messages' | 'delivered' | 'sizes'>> {
  const matches = sql`(${matchesOf(found, sql`state, least(size, ${largestCount}::bigint) AS size`)}) AS found`
  const classes = joinSql(
    [0, ...sizeBounds].map((low, at) => {
      const high = sizeBounds[at] ?? largestCount
      return sql`count(*) FILTER (WHERE size > ${low}::bigint AND size <= ${high}::bigint)`
    }),
    ', ',
  )
  const [sizes] = await run(sql`
    SELECT ARRAY[${classes}] AS classes, count(*) FILTER (WHERE size = 0) AS unknown,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY size) FILTER (WHERE size > 0) AS median FROM ${matches}`)
  const { classes: counts, unknown, median } = sizes!
  const rows = await run(sql`SELECT state, count(*) AS messages FROM ${matches} GROUP BY 1`)
  const states = Object.fromEntries(rows.map(({ state, messages }) => [String(state), Number(messages)]))
  return {
    messages: Object.values(states).reduce((sum, messages) => sum + messages, 0),
    delivered: deliveredOf({ states }),
    sizes: {
      classes: (counts as (number | string)[]).map(Number),
      unknown: Number(unknown),
      median: median === null ? null : Number(median),
    },
  }
}

/** The names of refused states, in the archive’s spelling. */
async function refusedNames(run: RunSql): Promise<string[]> {
  const names = await run(sql`SELECT name FROM value WHERE kind = ${valueKinds.state}`)
  return names.map(({ name }) => String(name)).filter((name) => refusedStates.some((state) => state === fold(name)))
}
