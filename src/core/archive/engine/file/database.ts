import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { AppError } from '#shared/contract/base/error.ts'
import { damaged } from '../../../base/packs/damaged.ts'

export type Value = SQLInputValue
export type Row = Record<string, SQLOutputValue>

/** Milliseconds that a call waits for a lock. */
const patience = 10_000

/** The path of a database that is nowhere on the disk. */
export const inMemory = ':memory:'

type DatabaseOptions = {
  readonly readOnly?: boolean
  /** Read only, and nothing is ever written beside the file, either. Nobody else may write to it meanwhile. */
  readonly immutable?: boolean
  /** For a file that is complete by itself: no log stays beside it. */
  readonly single?: boolean
  readonly maxPages?: number
}

/** The only file of the archive that knows SQLite. Prepared statements are kept. */
export class Database {
  readonly path: string
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(
    path: string,
    { readOnly: asked = false, immutable = false, single = false, maxPages }: DatabaseOptions = {},
  ) {
    this.path = path
    const readOnly = asked || immutable
    if (!readOnly && path !== inMemory) keepPrivate(path)
    const position = immutable ? immutableUrl(path) : path
    this.#connection = guard(() => new DatabaseSync(position, { readOnly, timeout: patience }))
    if (single) this.run('PRAGMA journal_mode = DELETE')
    else if (!readOnly) {
      // NORMAL loses nothing when the process is killed. A power cut may take the last transactions, but the horizon goes with
      // them, so their records are synced again.
      this.run('PRAGMA journal_mode = WAL')
      this.run('PRAGMA synchronous = NORMAL')
      this.run('PRAGMA journal_size_limit = 67108864')
      this.run('PRAGMA wal_autocheckpoint = 8000')
      // Overwrites what is removed from a page that stays in use, which has to be written anyway.
      this.exec('PRAGMA secure_delete = FAST')
      if (maxPages !== undefined) this.get(`PRAGMA max_page_count = ${maxPages}`)
    }
    this.run('PRAGMA temp_store = MEMORY')
    // The writer goes through the file in order and needs few pages twice; the reader comes back to the same pages.
    this.run(`PRAGMA cache_size = ${readOnly ? -32_768 : -8192}`)
  }

  exec(sql: string): void {
    guard(() => this.#connection.exec(sql))
  }

  run(sql: string, ...values: Value[]): number {
    return guard(() => Number(this.#prepare(sql).run(...values).changes))
  }

  get(sql: string, ...values: Value[]): Row | undefined {
    return guard(() => this.#prepare(sql).get(...values))
  }

  all(sql: string, ...values: Value[]): Row[] {
    return guard(() => this.#prepare(sql).all(...values))
  }

  *iterate(sql: string, ...values: Value[]): Generator<Row> {
    // A statement of its own: two loops over the same one would disturb each other.
    const rows = guard(() => this.#connection.prepare(sql).iterate(...values))
    try {
      while (true) {
        const step = guard(() => rows.next())
        if (step.done) return
        yield step.value as Row
      }
    } finally {
      // A loop that ends early would go on reading until the statement is collected, and the log could not be emptied.
      rows.return?.()
    }
  }

  /** All or nothing. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.exec('COMMIT')
      return result
    } catch (error) {
      this.#rollBack()
      throw error
    }
  }

  /** Folds the log beside the file into it and empties it. False while somebody reads what it holds. */
  emptyLog(): boolean {
    // The thread takes other calls between the attempts.
    this.exec('PRAGMA busy_timeout = 250')
    try {
      return this.get('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0
    } finally {
      this.exec(`PRAGMA busy_timeout = ${patience}`)
    }
  }

  /** Everything that `work` reads belongs to one moment. */
  snapshot<T>(work: () => T): T {
    this.exec('BEGIN')
    try {
      return work()
    } finally {
      this.#rollBack()
    }
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  #rollBack(): void {
    try {
      this.#connection.exec('ROLLBACK')
    } catch {
      // A full disk has already ended the transaction, so there is nothing to roll back.
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#connection.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

const corrupt = 11
const notADatabase = 26
const full = 13
const ioError = 10
const cannotOpen = 14

/** A file that was copied from an open archive would otherwise get a log beside it as soon as it is read. */
function immutableUrl(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}

/** Only this user may read the mail, whatever the folder allows. SQLite gives its log files the same rights. */
function keepPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600))
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
  } catch {
    // SQLite will meet the same obstacle, and its error gets a sentence.
  }
}

function guard<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw databaseError(error)
  }
}

function databaseError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  const code = Number(error.errcode) & 0xff
  const details = { sqlite: Number(error.errcode), reason: error.message }
  const as = (name: string, message: string, retryable: boolean): AppError =>
    new AppError(name, message, { retryable, details, cause: error })
  if (code === corrupt || code === notADatabase) return damaged(details, error)
  if (code === full) return as('disk', 'The disk is full. Free some space, then try again; nothing was lost.', true)
  if (code === ioError || code === cannotOpen) {
    return as('disk', 'Mailroom could not read or write the archive file of this account.', true)
  }
  return as('internal', 'Something went wrong inside the archive. The log holds the details.', false)
}
