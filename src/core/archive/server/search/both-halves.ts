import type { ServerDatabase, ServerRow } from '../connection/server-database.ts'
import { sql, type Sql } from '../connection/sql.ts'
import type { ArchiveState } from './archive-state.ts'
import type { RowBorders } from './bound.ts'

/** The archive that a search is made in, and what ends it. */
export type Searched = {
  readonly database: ServerDatabase
  readonly state: Pick<ArchiveState, 'messages' | 'months'>
  readonly signal: AbortSignal | undefined
}

/** The rows that a statement found, and the state of the archive at that moment. */
export type InState = { readonly changed: number; readonly rows: readonly ServerRow[] }

/** Below this, a second statement would take longer than it saves. */
const fewMessages = 200_000

export function isDivided({ messages, months }: Searched['state']): boolean {
  return messages >= fewMessages && months.length > 1
}

const everyRow: RowBorders = { first: -Infinity, stop: Infinity }

/**
 * Runs a statement for the newer and the older months at the same time, and returns the rows of the newer ones first. The
 * server uses one processor for each statement, so that in a large archive a page is there in about half the time. Only
 * for statements that a page waits for and that usually take a fraction of a second: they take both connections, so that
 * everything else has to wait. Only the statement’s own limit ends them.
 */
export async function bothHalves(
  { database, state, signal }: Searched,
  statementOf: (half: RowBorders) => Sql,
): Promise<InState> {
  // If one half fails, nothing needs the other.
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const find = async (half: RowBorders): Promise<InState> => {
    const rows = await database.byIndexes(
      sql`SELECT version.changed, found.* FROM version LEFT JOIN (${statementOf(half)}) AS found ON true`,
      either,
    )
    return { changed: Number(rows[0]!.changed), rows }
  }
  if (!isDivided(state)) return find(everyRow)
  const middle = state.months[Math.floor(state.months.length / 2)]!.first
  try {
    const halves = [
      { ...everyRow, first: middle },
      { ...everyRow, stop: middle },
    ]
    const [newer, older] = (await Promise.all(halves.map(find))) as [InState, InState]
    // Between the two, a sync has changed the archive.
    if (newer.changed !== older.changed) return await find(everyRow)
    return { changed: newer.changed, rows: [...newer.rows, ...older.rows] }
  } catch (error) {
    stop.abort()
    throw error
  }
}
