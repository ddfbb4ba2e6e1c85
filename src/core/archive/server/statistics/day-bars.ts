import type { HistogramAnswer } from '#shared/domain/messages/search.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { daySpan } from '#shared/domain/query/period.ts'
import { groupedStates } from '#shared/domain/query/states.ts'
import { rowsPerSecond } from '../../engine/record/row-number.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { secondsPerQuarter } from '../record/quarters.ts'
import { matchesOf, type Decided } from '../search/found-messages.ts'

type Bar = HistogramAnswer['bars'][number]
type Given = { readonly database: ServerDatabase; readonly signal: AbortSignal | undefined }

/** A search’s matches by day in the reader’s zone, and how many of them failed or are waiting. */
export async function dayBarsOf(found: Decided, zone: string, { database, signal }: Given): Promise<Bar[]> {
  const rowsPerQuarter = rowsPerSecond * secondsPerQuarter
  const rows = await database.query(
    found.sure === 'all'
      ? sql`SELECT quarter, name AS state, quarter.messages FROM quarter JOIN value ON value.id = state ORDER BY quarter`
      : sql`SELECT row / ${rowsPerQuarter}::bigint AS quarter, state, count(*) AS messages
          FROM (${matchesOf(found, sql`row, state`)}) AS found GROUP BY 1, 2 ORDER BY 1`,
    signal,
  )
  const bars = new Map<number, Bar>()
  let span = { from: 0, to: 0 }
  for (const { quarter, state, messages } of rows) {
    const second = Number(quarter) * secondsPerQuarter
    if (second < span.from || second >= span.to) span = daySpan(second, zone)
    const bar = bars.get(span.from) ?? { day: span.from, count: 0, failed: 0, waiting: 0 }
    bars.set(span.from, bar)
    bar.count += Number(messages)
    const name = fold(String(state))
    if (groupedStates.failed.includes(name)) bar.failed += Number(messages)
    else if (groupedStates.pending.includes(name)) bar.waiting += Number(messages)
  }
  return [...bars.values()].sort((a, b) => a.day - b.day)
}
