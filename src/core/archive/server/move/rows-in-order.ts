import type { StoredMessage } from '#shared/domain/messages/record.ts'
import type { RunSql, ServerDatabase } from '../connection/server-database.ts'
import { serverError } from '../connection/server-errors.ts'
import { sql } from '../connection/sql.ts'
import { messageOfRow, recordColumns } from '../record/columns.ts'
import type { Month } from '../record/months.ts'

const recordsPerPage = 4096
/** A number larger than that of any row. */
const rowsEnd = 2 ** 53

export type Rows = Pick<Month, 'first' | 'stop'>

/**
 * The row before which to stop, as a number that the server accepts. The last month ends at Infinity, which the server
 * rejects.
 */
export function stopOf({ stop }: Rows): number {
  return Math.min(stop, rowsEnd)
}

/**
 * Yields the records in row order. They are read in pages, because the server limits the duration of each statement.
 */
export async function* recordsIn(run: RunSql, rows: Rows): AsyncGenerator<StoredMessage[]> {
  for (let from = rows.first; ;) {
    const found = await run(sql`
      SELECT ${recordColumns} FROM message
      WHERE row >= ${from}::bigint AND row < ${stopOf(rows)}::bigint ORDER BY row LIMIT ${recordsPerPage}`)
    if (found.length === 0) return
    const messages = found.map(messageOfRow)
    yield messages
    from = messages.at(-1)!.row + 1
  }
}

export type Snapshot = { readonly run: RunSql; close(): Promise<void> }

/** Opens a snapshot of the archive that lasts until all of it has been read. */
export async function openSnapshot(database: ServerDatabase): Promise<Snapshot> {
  const opened = Promise.withResolvers<RunSql>()
  const end = Promise.withResolvers<void>()
  const done = database.snapshot((run) => {
    opened.resolve(run)
    return end.promise
  })
  done.catch(opened.reject)
  const run = await opened.promise
  return {
    run: (statement) =>
      run(statement).catch((error: unknown) => {
        throw serverError(error, database.server)
      }),
    close() {
      end.resolve()
      return done
    },
  }
}
