import { AppError } from '#shared/contract/base/error.ts'
import type { SqliteFile } from '../../base/sqlite-file.ts'
import { openDurable } from './durable-file.ts'

/**
 * Content is stored once, however many sends and recipients share it. Values that differ between recipients are stored with
 * their address, so that they are removed with it. Recipients are looked up by send. An erasure, which is rare, reads all
 * of them, because an index by recipient would store every address a second time.
 */
const schema = `
  CREATE TABLE body (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, data BLOB NOT NULL) STRICT;
  CREATE TABLE sent (
    id INTEGER PRIMARY KEY,
    sendId TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    body INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sent_body ON sent (body);
  CREATE TABLE sent_to (
    send INTEGER NOT NULL,
    recipient TEXT NOT NULL,
    vals TEXT,
    PRIMARY KEY (send, recipient)
  ) STRICT, WITHOUT ROWID;
`

/**
 * Changes for a team’s server, in order: `isKept` is 1 if the server should store the send and 0 if it should remove
 * it. Ids are never reused, so that a change made while an earlier one is being sent is not mistaken for it.
 * `at_server` lists sends whose copies are only on the server, so that a second attempt does not remove the first copy.
 */
const forServer = `
  CREATE TABLE for_server (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sendId TEXT NOT NULL,
    isKept INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX for_server_send ON for_server (sendId);
  CREATE TABLE at_server (sendId TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

/** All migrations, in order. Never change a released migration: add another instead. */
const migrations: readonly string[] = [schema, forServer]

function damagedBodies(details: Record<string, unknown>, cause: unknown): AppError {
  const message = 'The file with this account’s copies of sent messages is damaged.'
  return new AppError('bodies-damaged', message, { details, cause })
}

/** Creates the file or migrates it to the newest schema; each step is performed completely or not at all. */
export function openBodiesFile(path: string): SqliteFile {
  const database = openDurable(path, { damaged: damagedBodies })
  try {
    const found = versionOf(database)
    for (const [version, migration] of migrations.entries()) {
      if (version < found) continue
      database.transaction(() => {
        database.exec(migration)
        database.exec(`PRAGMA user_version = ${version + 1}`)
      })
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Opens the file for a program that may not write. Null if another program still has to create the file or migrate it
 * to the newest schema.
 */
export function openBodiesReadOnly(path: string): SqliteFile | null {
  const database = openDurable(path, { readOnly: true, damaged: damagedBodies })
  if (versionOf(database) === migrations.length) return database
  database.close()
  return null
}

function versionOf(database: SqliteFile): number {
  const found = Number(database.get('PRAGMA user_version')!.user_version)
  if (found <= migrations.length) return found
  const message =
    'The copies of sent messages were written by a newer version of Mailroom. Update Mailroom to see them.'
  throw new AppError('bodies-newer', message, { details: { found, known: migrations.length } })
}
