import { AppError } from '#shared/contract/base/error.ts'
import type { Database } from './database.ts'
import { schema, sharedContents } from './schema.ts'

/** In order. The first is the schema of the first release; a released migration is never changed, only followed by another. */
const migrations: readonly string[] = [schema, sharedContents]

export const schemaVersion = migrations.length

/** For a thread that may not write: a file that nobody has brought to the newest schema cannot be read. */
export function requireNewestSchema(database: Database): void {
  const found = versionOf(database)
  if (found === schemaVersion) return
  throw new AppError('archive-older', 'This archive is of an older Mailroom. Open it once with this one, or sync it.', {
    details: { found, known: schemaVersion },
  })
}

function versionOf(database: Database): number {
  const found = Number(database.get('PRAGMA user_version')!.user_version)
  if (found <= schemaVersion) return found
  throw new AppError('archive-newer', 'This archive was written by a newer Mailroom. Update Mailroom to open it.', {
    details: { found, known: schemaVersion },
  })
}

/** Brings the file to the newest schema; each step is done completely or not at all. */
export function migrate(database: Database): void {
  const found = versionOf(database)
  for (const [version, migration] of migrations.entries()) {
    if (version < found) continue
    database.transaction(() => {
      database.exec(migration)
      database.exec(`PRAGMA user_version = ${version + 1}`)
    })
  }
}
