import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { unfinishedError } from '../search/archive-state.ts'

/**
 * Must be called at the end of a transaction that changed something. Until an archive is filled, only the program that
 * fills it may write.
 */
export async function tellReaders(run: RunSql): Promise<void> {
  const [told] = await run(sql`UPDATE version SET changed = changed + 1 WHERE changed > 0 RETURNING changed`)
  if (!told) throw unfinishedError()
  await notifyReaders(run, Number(told.changed))
}

export async function notifyReaders(run: RunSql, changed: number): Promise<void> {
  await run(sql`SELECT pg_notify('mailroom_' || current_schema, ${String(changed)})`)
}
