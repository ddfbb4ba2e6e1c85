import { tables } from './schema.ts'
import { Database, tablesVersion } from './database/database.ts'

/** The version of the tables that this program writes. */
export const contentVersion = tablesVersion

/**
 * Upgrades a database file from elsewhere to the current version. Throws if it contains what the sandbox does not create:
 * triggers would run with every change.
 */
export function checkContent(path: string): void {
  const database = new Database(path, tables, 'working')
  try {
    const others = database.sql("SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index')").all()
    if (others.length > 0) throw new Error('The file contains triggers or views.')
    database.sql('SELECT count(*) FROM settings').get()
  } finally {
    database.close()
  }
}

/** Removes settings from a database file in a way that leaves no trace of them. */
export function removeSettings(path: string, names: readonly string[]): void {
  const database = new Database(path, tables, 'working')
  try {
    database.exec('PRAGMA secure_delete = ON')
    for (const name of names) database.sql('DELETE FROM settings WHERE name = ?').run(name)
  } finally {
    database.close()
  }
}

/** Opens two files together: the first as `main`, the second as `other`. */
export function openContents(path: string, other: string): Database {
  const database = new Database(path, tables, 'working')
  try {
    database.sql('ATTACH ? AS other').run(other)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
