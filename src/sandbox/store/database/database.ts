import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite'

export type { StatementSync as Statement } from 'node:sqlite'

/** Increases with every change to the tables. Each older version has an upgrade to the next one. */
export const tablesVersion = 5

const inMemory = ':memory:'
/** The number of 4 KB pages that a copy writes before it lets other work run. */
const pagesPerStep = 500
/** Many forks are open at the same time, so each gets a small cache. None of them needs to survive a crash. */
const forWork = 'PRAGMA cache_size = -2000; PRAGMA synchronous = OFF'

/**
 * A power failure can damage any file but a `kept` one. When the database is closed, a `temporary` file is removed and
 * the others are kept.
 */
type Kind = 'kept' | 'working' | 'temporary'
type Place = { readonly path: string; readonly kind: Kind }

/** The SQL that creates all tables, and the SQL that upgrades each version’s data to the next version. */
export type Tables = { schema: string; upgrades: ReadonlyMap<number, string> }

/**
 * The message says why the file can’t be opened and what to do. The command line shows the message because of `code`.
 */
class UnusableData extends Error {
  readonly code = 'unusable-data'
}

function createTables(sqlite: DatabaseSync, path: string, { schema, upgrades }: Tables): void {
  const found = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])
  const run = (sql: string, version: number): void =>
    sqlite.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${version}; COMMIT`)
  if (found === 0) return run(schema, tablesVersion)
  if (found !== tablesVersion && (found > tablesVersion || !upgrades.has(found))) {
    throw new UnusableData(
      `The sandbox data in ${path} was written by another version of Mailroom. Open it with that version, or delete the file.`,
    )
  }
  for (let version = found; version < tablesVersion; version++) run(upgrades.get(version)!, version + 1)
}

/** Throws if the write-ahead log of the old database is still there, because SQLite would apply it to the new one. */
function moveOver(path: string, target: string): void {
  if (existsSync(`${target}-wal`))
    throw new Error(`The disk with ${target} is full or can’t be written to. Free up some space, then try again.`)
  renameSync(path, target)
}

/**
 * The file contains keys and mail, so only its owner may read it. SQLite gives its companion files the same permissions.
 */
function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
}

/** Opens the file exclusively: the next numbers are kept in memory, so a second sandbox would assign them again. */
function openExclusively({ path, kind }: Place, tables: Tables): DatabaseSync {
  if (path !== inMemory) keepPrivate(path)
  const sqlite = new DatabaseSync(path, { timeout: 0 })
  try {
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE')
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000')
    // A checkpoint waits for the disk. Under load, a checkpoint per 16 MB is enough and keeps the WAL file small.
    sqlite.exec('PRAGMA wal_autocheckpoint = 4000')
    if (kind !== 'kept') sqlite.exec(forWork)
    createTables(sqlite, path, tables)
    return sqlite
  } catch (error) {
    sqlite.close()
    if (error instanceof Error && error.message.includes('database is locked')) {
      throw new UnusableData(
        `The sandbox data in ${path} is in use by another sandbox. Stop that sandbox, or choose another data folder.`,
        { cause: error },
      )
    }
    throw error
  }
}

/**
 * Copies the pages on another thread. If the first pages were due while a transaction was open on this thread, Node
 * rejects with SQLite’s code for success, although nothing has been copied.
 */
async function isCopied(sqlite: DatabaseSync, path: string): Promise<boolean> {
  try {
    await backup(sqlite, path, { rate: pagesPerStep })
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === 0) return false
    throw error
  }
}

export function removeDatabase(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
}

/** SQL access in the sandbox: no other file imports node:sqlite. */
export class Database {
  readonly #tables: Tables
  #place: Place
  #sqlite: DatabaseSync
  readonly #objectStatements = new Map<string, StatementSync>()
  readonly #arrayStatements = new Map<string, StatementSync>()
  readonly #commitHooks: (() => void)[] = []
  readonly #forgetHooks: (() => void)[] = []
  #isInTransaction = false
  #edition = 0

  constructor(path: string, tables: Tables, kind: Kind = 'kept') {
    this.#tables = tables
    this.#place = { path, kind }
    this.#sqlite = openExclusively(this.#place, tables)
  }

  /** How often all content was removed or replaced. */
  get edition(): number {
    return this.#edition
  }

  /** Copies the content, including transactions committed in the meantime. */
  async copyTo(path: string): Promise<void> {
    keepPrivate(path)
    while (!(await isCopied(this.#sqlite, path)));
  }

  /**
   * Replaces the content with that of another file, which must have been checked. That file is moved into place, or
   * used where it is if the sandbox stores nothing. Must not be called in a transaction.
   */
  replaceWith(path: string): void {
    const before = this.#place
    this.close()
    try {
      if (before.kind === 'kept' && before.path !== inMemory) moveOver(path, before.path)
      else this.#place = { path, kind: 'temporary' }
    } finally {
      this.#sqlite = openExclusively(this.#place, this.#tables)
    }
    this.forgetAll()
  }

  /** Prepared statements are cached by their text. */
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
      // A full disk may already have caused a rollback; a second ROLLBACK would hide the first error.
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

  /** Runs when cached row data may be wrong: after a rollback, a reset or a replacement of the content. */
  onForget(work: () => void): void {
    this.#forgetHooks.push(work)
  }

  /** Called when all content has been removed or replaced. */
  forgetAll(): void {
    this.#edition++
    this.forget()
  }

  /** Called in a transaction that has removed rows. After a rollback, it is called anyway. */
  forget(): void {
    for (const hook of this.#forgetHooks) hook()
  }

  /**
   * Returns unused pages to the disk if they are most of the file: that takes as long as writing all other pages. Must
   * not be called in a transaction.
   */
  shrink(): void {
    const [unused, all] = ['freelist_count', 'page_count'].map((name) =>
      Number(this.sql(`PRAGMA ${name}`).get()?.[name]),
    )
    if (unused! > all! / 2) this.#sqlite.exec('VACUUM')
    this.#sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  /**
   * Commits within `work` survive a power failure if the file is a `kept` one. Other commits survive only the end of the
   * process, which is much cheaper.
   */
  durably(work: () => void): void {
    if (this.#place.kind !== 'kept') return work()
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
    if (this.#place.kind === 'temporary') removeDatabase(this.#place.path)
  }
}
