import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { AppError } from '#shared/contract/base/error.ts'

type Row = Record<string, SQLOutputValue>

type DatabaseOptions = {
  readonly readOnly?: boolean
  /** What a damaged file is called. */
  readonly damaged: (details: Record<string, unknown>, cause: unknown) => AppError
}

/** Milliseconds that a call waits for a lock. */
const patience = 10_000

/** The only file of this room that knows SQLite. Prepared statements are kept. */
export class BodiesDatabase {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #damaged: DatabaseOptions['damaged']

  constructor(path: string, { readOnly = false, damaged }: DatabaseOptions) {
    this.#damaged = damaged
    if (!readOnly) keepPrivate(path)
    this.#connection = this.#guard(() => new DatabaseSync(path, { readOnly, timeout: patience }))
    if (readOnly) return
    this.get('PRAGMA journal_mode = WAL')
    // Nobody can give back what was sent from here, so a commit is on the disk before a call returns, also in a power cut.
    this.run('PRAGMA synchronous = FULL')
    // An erasure would otherwise have to look through everything that was removed before it.
    this.get('PRAGMA secure_delete = ON')
    this.run('PRAGMA temp_store = MEMORY')
  }

  exec(sql: string): void {
    this.#guard(() => this.#connection.exec(sql))
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#guard(() => Number(this.#prepare(sql).run(...values).changes))
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#guard(() => this.#prepare(sql).get(...values))
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#guard(() => this.#prepare(sql).all(...values))
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
    const code = Number(error.errcode) & 0xff
    const details = { sqlite: Number(error.errcode), reason: error.message }
    if (code === corrupt || code === notADatabase) return this.#damaged(details, error)
    const sentence = sentences.get(code)
    if (sentence) return new AppError('disk', sentence, { retryable: true, details, cause: error })
    const message = 'Something went wrong with the copies of what was sent. The log holds the details.'
    return new AppError('internal', message, { details, cause: error })
  }
}

const corrupt = 11
const notADatabase = 26

const unreadable = 'Mailroom could not read or write the copies of what was sent from this account.'
/** By the code of SQLite: a full disk, a failed read or write, a file that cannot be opened. */
const sentences: ReadonlyMap<number, string> = new Map([
  [13, 'The disk is full. Free some space, then try again; nothing was lost.'],
  [10, unreadable],
  [14, unreadable],
])

/** Only this user may read the mail, whatever the folder allows. SQLite gives its log files the same rights. */
function keepPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
  } catch {
    // SQLite will meet the same obstacle, and its error gets a sentence.
  }
}
