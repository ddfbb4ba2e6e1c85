import { tables } from './schema.ts'
import { Database, tablesVersion } from './database/database.ts'
import { messageCount } from './messages/message-reader.ts'

/** The version of the tables that this program creates. */
export const contentVersion = tablesVersion

/**
 * Upgrades a database file from elsewhere to the current version. Throws if the file has any tables or triggers other
 * than the sandbox’s own: a trigger would run with every change, and table names are used in SQL.
 */
export function checkContent(path: string): void {
  const database = new Database(path, tables, 'working')
  const own = new Database(':memory:', tables, 'working')
  try {
    if (describeTables(database) !== describeTables(own)) throw new Error('Its tables are not those of a sandbox.')
  } finally {
    database.close()
    own.close()
  }
}

function describeTables(database: Database): string {
  const rows = database
    .sql("SELECT type || ' ' || name AS name, sql LIKE 'CREATE VIRTUAL%' AS isVirtual FROM sqlite_schema ORDER BY 1")
    .all()
  return rows.map(({ name, isVirtual }) => `${String(name)}${isVirtual === 1 ? ' virtual' : ''}`).join('\n')
}

/** Removes settings from a database file, including their traces on disk. Returns how many messages the file has. */
export function removeSettings(path: string, names: readonly string[]): { messages: number } {
  const database = new Database(path, tables, 'working')
  try {
    database.exec('PRAGMA secure_delete = ON')
    for (const name of names) database.sql('DELETE FROM settings WHERE name = ?').run(name)
    return { messages: messageCount(database) }
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
