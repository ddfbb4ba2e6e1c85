import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

export type { StatementSync as Statement } from 'node:sqlite'

function migrate(sqlite: DatabaseSync, migrations: readonly string[]): void {
  const version = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > migrations.length) {
    throw new Error('This sandbox data was written by a newer version of Mailroom; open it with that version.')
  }
  for (let next = version; next < migrations.length; next++) {
    sqlite.exec(`BEGIN IMMEDIATE; ${migrations[next]}; PRAGMA user_version = ${next + 1}; COMMIT`)
  }
}

/** The file holds keys and mail, so only its owner may read it. SQLite gives its companion files the same rights. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
}

/** Opens the file exclusively: the next numbers are kept in memory, so a second sandbox would assign them again. */
function openExclusively(path: string, migrations: readonly string[]): DatabaseSync {
  if (path !== ':memory:') keepPrivate(path)
  const sqlite = new DatabaseSync(path, { timeout: 0 })
  try {
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE')
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000')
    // A checkpoint waits for the disk. Under load, one per 16 MB is enough and keeps the WAL file small.
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

/** Access to SQL in the sandbox: no other file imports node:sqlite. */
export class Database {
  readonly #sqlite: DatabaseSync
  readonly #objectStatements = new Map<string, StatementSync>()
  readonly #arrayStatements = new Map<string, StatementSync>()
  readonly #commitHooks: (() => void)[] = []
  readonly #forgetHooks: (() => void)[] = []
  #isInTransaction = false

  constructor(path: string, migrations: readonly string[]) {
    this.#sqlite = openExclusively(path, migrations)
  }

  /** A prepared statement, cached by its text. */
  sql(text: string): StatementSync {
    let statement = this.#objectStatements.get(text)
    if (!statement) this.#objectStatements.set(text, (statement = this.#sqlite.prepare(text)))
    return statement
  }

  /** Like `sql`, but rows are arrays, which takes a third of the time for wide rows. */
  arrays(text: string): StatementSync {
    let statement = this.#arrayStatements.get(text)
    if (!statement) {
      this.#arrayStatements.set(text, (statement = this.#sqlite.prepare(text)))
      statement.setReturnArrays(true)
    }
    return statement
  }

  exec(text: string): void {
    this.#sqlite.exec(text)
  }

  /** Runs `work` in a transaction; nested calls join it. */
  transaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work()
    this.#sqlite.exec('BEGIN IMMEDIATE')
    this.#isInTransaction = true
    try {
      const result = work()
      for (const hook of this.#commitHooks) hook()
      this.#sqlite.exec('COMMIT')
      return result
    } catch (error) {
      // A full disk may have rolled back already; a second ROLLBACK would hide the first error.
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK')
      this.forget()
      throw error
    } finally {
      this.#isInTransaction = false
    }
  }

  /** Runs inside every outermost transaction, right before its commit. */
  beforeCommit(work: () => void): void {
    this.#commitHooks.push(work)
  }

  /** Runs when cached knowledge of rows may be wrong: after a rollback and after a reset. */
  onForget(work: () => void): void {
    this.#forgetHooks.push(work)
  }

  forget(): void {
    for (const hook of this.#forgetHooks) hook()
  }

  /** Commits inside `work` survive power loss. All others survive only kill -9, at a fraction of the cost. */
  durably(work: () => void): void {
    this.#sqlite.exec('PRAGMA synchronous = FULL')
    try {
      work()
    } finally {
      this.#sqlite.exec('PRAGMA synchronous = NORMAL')
    }
  }

  close(): void {
    this.#objectStatements.clear()
    this.#arrayStatements.clear()
    this.#sqlite.close()
  }
}
