import { AppError } from '#shared/contract/error.ts'
import type { Database } from '../database.ts'
import { sql as messages } from './0001-messages.ts'
import { sql as states } from './0002-states.ts'

/** In order; a released one is never changed, only followed by another. */
export const migrations: readonly string[] = [messages, states]

export function schemaVersion(database: Database): number {
  return Number(database.get('PRAGMA user_version')!.user_version)
}

/** Brings the file to the newest schema, each step whole or not at all. */
export function migrate(database: Database, steps: readonly string[] = migrations): void {
  const found = schemaVersion(database)
  if (found > steps.length) {
    throw new AppError('archive-newer', 'This archive was written by a newer Mailroom. Update Mailroom to open it.', {
      details: { found, known: steps.length },
    })
  }
  for (let version = found; version < steps.length; version++) {
    database.transaction(() => {
      database.exec(steps[version]!)
      database.exec(`PRAGMA user_version = ${version + 1}`)
    })
  }
}
