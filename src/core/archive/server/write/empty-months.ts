import type { ServerDatabase } from '../connection/server-database.ts'
import { isFree } from '../connection/server-errors.ts'
import { sql } from '../connection/sql.ts'
import { tellReaders } from './tell-readers.ts'

const hasMessages = sql`EXISTS (SELECT 1 FROM message WHERE row >= month.first AND row < month.stop)`

/** The names of the months without messages that end at this row or earlier. */
export async function emptyMonths(database: ServerDatabase, stop: number): Promise<string[]> {
  const rows = await database.query(sql`
    SELECT name FROM month WHERE name NOT IN ('before', 'after') AND stop <= ${stop}::bigint AND NOT ${hasMessages}
    ORDER BY first`)
  return rows.map(({ name }) => String(name))
}

/**
 * Drops a month unless it has messages by now, or is in use, for example by a backup, for longer than `longestWait`. All
 * searches and writes wait in the meantime, so this is a separate transaction.
 */
export async function dropMonth(
  database: ServerDatabase,
  month: string,
  longestWait: string,
): Promise<'dropped' | 'kept' | 'in-use'> {
  let result: 'dropped' | 'kept' = 'kept'
  const free = await isFree(() =>
    database.transaction(async ({ run }) => {
      await run(sql`SELECT set_config('lock_timeout', ${longestWait}, true)`)
      await run(sql`SELECT epoch FROM lease FOR UPDATE`)
      const [empty] = await run(sql`SELECT 1 AS empty FROM month WHERE name = ${month} AND NOT ${hasMessages}`)
      if (!empty) return
      await run(sql`SELECT drop_month(${month})`)
      await tellReaders(run)
      result = 'dropped'
    }),
  )
  return free ? result : 'in-use'
}
