import { AppError } from '#shared/contract/base/error.ts'
import type { Database } from './database.ts'
import { sql as messages } from './schema.ts'
import { sql as states } from '../../migrations/0002-states.ts'
import { apply as packs } from '../../migrations/0003-packs.ts'
import { sql as sent } from '../../migrations/0004-sent.ts'

export type Migration = (database: Database) => void

/** In order; a released one is never changed, only followed by another. */
export const migrations: readonly Migration[] = [
  (database) => database.exec(messages),
  (database) => database.exec(states),
  packs,
  (database) => database.exec(sent),
]

export function schemaVersion(database: Database): number {
  return Number(database.get('PRAGMA user_version')!.user_version)
}

/** Brings the file to the newest schema, each step whole or not at all. */
export function migrate(database: Database): void {
  const found = schemaVersion(database)
  if (found > migrations.length) {
    throw new AppError('archive-newer', 'This archive was written by a newer Mailroom. Update Mailroom to open it.', {
      details: { found, known: migrations.length },
    })
  }
  for (const [version, migration] of migrations.entries()) {
    if (version < found) continue
    database.transaction(() => {
      migration(database)
      database.exec(`PRAGMA user_version = ${version + 1}`)
    })
  }
}
