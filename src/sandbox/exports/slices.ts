import { setImmediate } from 'node:timers/promises'
import type { Database } from '../store/database/database.ts'
import { firstIdOf } from '../store/counting/id-time.ts'
import type { ExportPeriod } from './types.ts'

/** What an export takes: message ids above `after` up to `to`, whose last state came with the given transactions. */
export type Scope = {
  after: number
  to: number
  changedAfter: number
  changedTo: number
}

/**
 * Rows looked at in one go: 5 ms of work and a megabyte of text. Spreadsheets take fewer, because their rows become
 * objects, and what survives a young collection of the heap is what makes memory grow.
 */
export const sliceRows = { text: 4096, cells: 256 }

export function scopeOf(database: Database, period: ExportPeriod, changedAfter: number, changedTo: number): Scope {
  // What is accepted while the export runs is not part of it, so that it ends.
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
 * Walks over the scope in slices of ids and lets waiting requests run between two of them. A slice is bounded by the
 * rows looked at and not by the rows found: a delta that finds nothing in a million would else block for all of it.
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
