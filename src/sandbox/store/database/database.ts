import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

export type Row = Record<string, string | number | null>

/** The one way to SQL in the sandbox: no other file imports node:sqlite. */
export type Database = {
  /** A prepared statement, kept for the next call with the same text. */
  sql(text: string): StatementSync
  /** The same, answering arrays in place of objects: a third of the time for wide rows. */
  arrays(text: string): StatementSync
  exec(text: string): void
  transaction<T>(work: () => T): T
  /** Runs inside every outermost transaction, right before its commit. */
  beforeCommit(work: () => void): void
  /** Runs when what memory remembers about rows may be wrong: after a rollback, and after a reset. */
  onForget(work: () => void): void
  forget(): void
  /** Commits survive power loss until `work` has ended; NORMAL survives kill -9 alone, at a fraction of the cost. */
  durably(work: () => void): void
  close(): void
}

function migrate(sqlite: DatabaseSync, migrations: readonly string[]): void {
  const version = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > migrations.length) {
    throw new Error('This sandbox data was written by a newer version of Mailroom; open it with that version.')
  }
  for (let next = version; next < migrations.length; next++) {
    sqlite.exec(`BEGIN IMMEDIATE; ${migrations[next]}; PRAGMA user_version = ${next + 1}; COMMIT`)
  }
}

/** Keys and mail, whatever the folder lets others see. SQLite gives the files beside it the same rights. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
}

/** Numbers drawn next are kept in memory, so that a second sandbox on the same file would give them out twice. */
function openAlone(path: string, migrations: readonly string[]): DatabaseSync {
  if (path !== ':memory:') keepPrivate(path)
  const sqlite = new DatabaseSync(path, { timeout: 0 })
  try {
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE')
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000')
    // A checkpoint waits for the disk: under load every 16 MB are often enough, and the file beside stays small.
    sqlite.exec('PRAGMA wal_autocheckpoint = 4000')
    migrate(sqlite, migrations)
    return sqlite
  } catch (error) {
    sqlite.close()
    if (error instanceof Error && error.message.includes('database is locked')) {
      throw new Error(`The sandbox data in ${path} is in use by another sandbox.`, { cause: error })
    }
    throw error
  }
}

export function openDatabase(path: string, migrations: readonly string[]): Database {
  const sqlite = openAlone(path, migrations)
  const objects = new Map<string, StatementSync>()
  const lists = new Map<string, StatementSync>()
  const commits: (() => void)[] = []
  const forgetters: (() => void)[] = []
  let depth = 0

  const forget = () => forgetters.forEach((hook) => hook())

  function outermost<T>(work: () => T): T {
    sqlite.exec('BEGIN IMMEDIATE')
    depth = 1
    try {
      const result = work()
      for (const hook of commits) hook()
      sqlite.exec('COMMIT')
      return result
    } catch (error) {
      // A full disk may have rolled back already; a second ROLLBACK would hide the first error.
      if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
      forget()
      throw error
    } finally {
      depth = 0
    }
  }

  return {
    sql(text) {
      let statement = objects.get(text)
      if (!statement) objects.set(text, (statement = sqlite.prepare(text)))
      return statement
    },
    arrays(text) {
      let statement = lists.get(text)
      if (!statement) {
        lists.set(text, (statement = sqlite.prepare(text)))
        statement.setReturnArrays(true)
      }
      return statement
    },
    exec: (text) => sqlite.exec(text),
    transaction: (work) => (depth > 0 ? work() : outermost(work)),
    beforeCommit: (work) => commits.push(work),
    onForget: (work) => forgetters.push(work),
    forget,
    durably(work) {
      sqlite.exec('PRAGMA synchronous = FULL')
      try {
        work()
      } finally {
        sqlite.exec('PRAGMA synchronous = NORMAL')
      }
    },
    close() {
      objects.clear()
      lists.clear()
      sqlite.close()
    },
  }
}
