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
  /** The database’s edition when the export began. */
  edition: number
}

/**
 * Rows per slice. A slice of text takes 5 ms and has a megabyte. Slices for spreadsheets are smaller, because their
 * rows become objects, and objects that survive a collection of the young generation make memory use grow.
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
    edition: database.edition,
  }
}

/**
 * Splits the scope into slices of ids, and lets waiting requests run between them. A slice is limited by the rows it
 * reads, not by those it finds: a delta that finds nothing among a million rows would otherwise block to its end. Throws if
 * the content has been replaced, because a file must not mix two contents.
 */
export async function* slices(
  database: Database,
  scope: Scope,
  rows: number,
): AsyncGenerator<[after: number, to: number]> {
  let after = scope.after
  while (after < scope.to) {
    if (scope.edition !== database.edition) throw new Error('The content was replaced while it was being exported.')
    const row = database.sql('SELECT id FROM messages WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?').get(after, rows - 1)
    const to = Math.min(scope.to, row ? Number(row['id']) : scope.to)
    yield [after, to]
    after = to
    await setImmediate()
  }
}
