import { AppError } from '#shared/contract/base/error.ts'
import { Database, inMemory, type StoredRow } from './database.ts'
import { schema, sharedContents } from './schema.ts'

/**
 * The first release’s schema and all later migrations, in order. Never change a released migration: add another
 * instead.
 */
const migrations: readonly string[] = [schema, sharedContents]

export const schemaVersion = migrations.length

/**
 * Called by threads that must not write, and therefore can read only files that have already been migrated to the
 * newest schema.
 */
export function requireNewestSchema(database: Database): void {
  const found = versionOf(database)
  if (found === schemaVersion) return
  throw new AppError(
    'archive-older',
    'This archive was written by an older version of Mailroom. Open the account once in this version, or sync it.',
    {
      details: { found, known: schemaVersion },
    },
  )
}

export function versionOf(database: Database): number {
  const found = Number(database.get('PRAGMA user_version')!.user_version)
  if (found <= schemaVersion) return found
  throw new AppError(
    'archive-newer',
    'This archive was written by a newer version of Mailroom. Update Mailroom to open it.',
    {
      details: { found, known: schemaVersion },
    },
  )
}

/**
 * Whether the file has exactly its version’s tables or, for a version newer than this program’s, at least the tables
 * that identify an archive. Another program’s file may have the same version number.
 */
export function isArchive(database: Database): boolean {
  const found = Number(database.get('PRAGMA user_version')!.user_version)
  if (found < 1) return false
  const tables = tablesOf(database)
  if (found > schemaVersion) return newerTables.every((name) => tables.some((table) => table.name === name))
  const expected = new Database(inMemory, { single: true })
  try {
    for (const migration of migrations.slice(0, found)) expected.exec(migration)
    return JSON.stringify(tables) === JSON.stringify(tablesOf(expected))
  } finally {
    expected.close()
  }
}

/** Tables that identify an archive from a later version. */
const newerTables = ['block', 'coverage', 'pack', 'setting', 'tombstone']

function tablesOf(database: Database): StoredRow[] {
  return database.all('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name')
}

/** Migrates the file to the newest schema; each step is performed completely or not at all. */
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
