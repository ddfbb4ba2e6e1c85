import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { AppError } from '#shared/contract/base/error.ts'

export type Value = SQLInputValue
export type StoredRow = Record<string, SQLOutputValue>

/** How long a call waits for a lock, in milliseconds. */
const patience = 10_000

export const inMemory = ':memory:'

type Opened = {
  readonly readOnly: boolean
  /** The URL to open, if it isn’t the path itself. */
  readonly url?: URL
  /** Creates the error for a damaged file. */
  readonly damaged: (details: Record<string, unknown>, cause: unknown) => AppError
  /** Sentences for a file that cannot be read or written (`unreadable`), and for any other failure (`internal`). */
  readonly unreadable: string
  readonly internal: string
}

/** An SQLite file: the common base of the archive and the copies of sent messages. Prepared statements are kept. */
export class SqliteFile {
  readonly path: string
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #opened: Opened

  constructor(path: string, opened: Opened) {
    this.path = path
    this.#opened = opened
    const { readOnly, url = path } = opened
    if (!readOnly && path !== inMemory) keepPrivate(path)
    this.#connection = this.#guard(() => new DatabaseSync(url, { readOnly, timeout: patience }))
  }

  exec(sql: string): void {
    this.#guard(() => this.#connection.exec(sql))
  }

  run(sql: string, ...values: Value[]): number {
    return this.#guard(() => Number(this.#prepare(sql).run(...values).changes))
  }

  get(sql: string, ...values: Value[]): StoredRow | undefined {
    return this.#guard(() => this.#prepare(sql).get(...values))
  }

  all(sql: string, ...values: Value[]): StoredRow[] {
    return this.#guard(() => this.#prepare(sql).all(...values))
  }

  *iterate(sql: string, ...values: Value[]): Generator<StoredRow> {
    // Each loop gets its own statement, because two loops over the same statement would interfere with each other.
    const rows = this.#guard(() => this.#connection.prepare(sql).iterate(...values))
    try {
      while (true) {
        const step = this.#guard(() => rows.next())
        if (step.done) return
        yield step.value as StoredRow
      }
    } finally {
      // Otherwise, the statement of a loop that ended early would keep reading until it is collected, and the log could
      // not be emptied.
      rows.return?.()
    }
  }

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

  /**
   * Writes the content of the write-ahead log into the database file and empties the log. Returns false while the log is
   * still being read.
   */
  emptyLog(): boolean {
    // The wait is short, because the thread accepts other calls between the attempts.
    this.exec('PRAGMA busy_timeout = 250')
    try {
      return this.get('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0
    } finally {
      this.exec(`PRAGMA busy_timeout = ${patience}`)
    }
  }

  /** Runs `work` so that everything it reads is from the same moment. */
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

  #guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.#errorOf(error)
    }
  }

  #errorOf(error: unknown): unknown {
    if (!(error instanceof Error) || !('errcode' in error)) return error
    const { damaged, unreadable, internal } = this.#opened
    const code = Number(error.errcode) & 0xff
    const details = { sqlite: Number(error.errcode), reason: error.message }
    const as = (name: string, message: string, retryable: boolean): AppError =>
      new AppError(name, message, { retryable, details, cause: error })
    if (code === corrupt || code === notADatabase) return damaged(details, error)
    if (code === full)
      return as('disk', 'The disk is full. Nothing was lost. Free up some space, then try again.', true)
    if (code === ioError || code === cannotOpen) return as('disk', unreadable, true)
    return as('internal', internal, false)
  }
}

const corrupt = 11
const notADatabase = 26
const full = 13
const ioError = 10
const cannotOpen = 14

/**
 * Makes the stored emails readable only by this user, even if the folder’s permissions allow more. SQLite creates its
 * log files with the same permissions.
 */
function keepPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600))
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
  } catch {
    // SQLite will fail for the same reason, and its error is the one to show.
  }
}
