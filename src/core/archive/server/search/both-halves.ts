import { sql, type Sql } from '../connection/sql.ts'
import type { ArchiveState } from './archive-state.ts'

/** Below this, a second statement would take longer than it saves. */
const fewMessages = 200_000

/**
 * Runs a query for the newer and the older months at the same time, newer first. The server uses one processor for each
 * statement, so that in a large archive this takes about half as long. `condition` limits a query to its half.
 */
export function bothHalves<Found>(
  { months, messages }: Pick<ArchiveState, 'months' | 'messages'>,
  work: (condition: Sql) => Promise<Found>,
): Promise<Found[]> {
  const middle = months[Math.floor(months.length / 2)]
  if (messages < fewMessages || months.length < 2 || !middle) return Promise.all([work(sql`true`)])
  return Promise.all([work(sql`row >= ${middle.first}::bigint`), work(sql`row < ${middle.first}::bigint`)])
}
