import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { AppError } from '#shared/contract/base/error.ts'

export type Value = SQLInputValue
export type Row = Record<string, SQLOutputValue>

/** The one place of the archive that knows SQLite. Statements are prepared once and kept. */
export class Database {
  readonly path: string
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string, options: { readOnly?: boolean; maxPages?: number } = {}) {
    this.path = path
    if (!options.readOnly) keepPrivate(path)
    this.#connection = guard(() => new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: 10_000 }))
    if (!options.readOnly) {
      // NORMAL loses nothing to a killed process; what a power cut may take is read again, for the horizon goes with it.
      this.run('PRAGMA journal_mode = WAL')
      this.run('PRAGMA synchronous = NORMAL')
      this.run('PRAGMA journal_size_limit = 67108864')
      this.run('PRAGMA wal_autocheckpoint = 8000')
      // What is removed from a page that stays in use is overwritten: it is written anyway.
      this.exec('PRAGMA secure_delete = FAST')
      if (options.maxPages !== undefined) this.get(`PRAGMA max_page_count = ${options.maxPages}`)
    }
    this.run('PRAGMA temp_store = MEMORY')
    // Who writes goes through the file in order and needs few pages twice; who reads comes back to the same ones.
    this.run(`PRAGMA cache_size = ${options.readOnly ? -32_768 : -8192}`)
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
    // Not one of the kept statements: two loops over the same one would disturb each other.
    const rows = guard(() => this.#connection.prepare(sql).iterate(...values))
    while (true) {
      const step = guard(() => rows.next())
      if (step.done) return
      yield step.value as Row
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

  /** Everything read inside belongs to one moment. */
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
      // A full disk ends the transaction by itself; then there is nothing to roll back.
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

/** Mail is for this user alone, whatever the folder lets others see. SQLite gives the files beside it the same rights. */
function keepPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600))
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
  } catch {
    // SQLite meets the same obstacle, and its error has a sentence.
  }
}

function guard<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw databaseError(error)
  }
}

export function damaged(details: Record<string, unknown>, cause?: unknown): AppError {
  const message = 'The archive file of this account is damaged. Mailroom can rebuild it.'
  return new AppError('archive-damaged', message, { retryable: false, details, cause })
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
