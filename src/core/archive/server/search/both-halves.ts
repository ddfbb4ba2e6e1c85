import type { ServerDatabase } from '../connection/server-database.ts'
import { sql, type Sql } from '../connection/sql.ts'
import type { ArchiveState } from './archive-state.ts'

/** The archive that a search is made in, and what ends it. */
export type Asked = {
  readonly database: ServerDatabase
  readonly state: ArchiveState
  readonly signal: AbortSignal | undefined
}

/** Below this, a second statement would take longer than it saves. */
const fewMessages = 200_000

/**
 * Runs a query for the newer and the older months at the same time, newer first. The server uses one processor for each
 * statement, so that in a large archive a page is there in about half the time. Only for queries that a page waits for
 * and that usually take a fraction of a second: they take both connections, so that everything else has to wait. Only the
 * statement’s own limit ends them. `condition` limits a query to its half.
 */
export async function bothHalves<Found>(
  { months, messages }: Pick<ArchiveState, 'months' | 'messages'>,
  work: (condition: Sql, signal: AbortSignal | undefined) => Promise<Found>,
  signal: AbortSignal | undefined,
): Promise<Found[]> {
  const middle = months[Math.floor(months.length / 2)]
  if (messages < fewMessages || months.length < 2 || !middle) return [await work(sql`true`, signal)]
  // If one half fails, nothing needs the other.
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  try {
    return await Promise.all([
      work(sql`row >= ${middle.first}::bigint`, either),
      work(sql`row < ${middle.first}::bigint`, either),
    ])
  } catch (error) {
    stop.abort()
    throw error
  }
}
