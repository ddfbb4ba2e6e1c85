import { setImmediate } from 'node:timers/promises'
import type { Database } from '../store/database/database.ts'
import { firstIdOf } from '../store/counting/id-time.ts'
import type { ExportPeriod } from './types.ts'

/** An export’s messages: ids above `after` and up to `to` whose last state changed in the given transactions. */
export type Scope = {
  after: number
  to: number
  changedAfter: number
  changedTo: number
}

/**
 * Rows read at a time: 5 ms of work and a megabyte of text. Spreadsheets read fewer, because their rows become objects, and
 * objects that survive a collection of the young generation increase memory use.
 */
export const sliceRows = { text: 4096, cells: 256 }

export function scopeOf(database: Database, period: ExportPeriod, changedAfter: number, changedTo: number): Scope {
  // Excludes messages that are accepted while the export runs, so that it ends.
  const highest = Number(database.sql('SELECT max(id) AS id FROM messages').get()?.['id'] ?? -1)
  const { dateBegin, dateEnd } = period
  return {
    after: dateBegin == null ? -1 : firstIdOf(Math.floor(dateBegin / 1000)) - 1,
    to: dateEnd == null ? highest : Math.min(highest, firstIdOf(Math.floor(dateEnd / 1000) + 1) - 1),
    changedAfter,
    changedTo,
  }
}

/**
 * Reads the scope in slices of ids and lets waiting requests run in between. A slice is limited by the rows read, not by
 * the rows found: otherwise, a delta that finds nothing in a million rows would block until its end.
 */
export async function* slices(
  database: Database,
  scope: Scope,
  rows: number,
): AsyncGenerator<[after: number, to: number]> {
  let after = scope.after
  while (after < scope.to) {
    const row = database.sql('SELECT id FROM messages WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?').get(after, rows - 1)
    const to = Math.min(scope.to, row ? Number(row['id']) : scope.to)
    yield [after, to]
    after = to
    await setImmediate()
  }
}
