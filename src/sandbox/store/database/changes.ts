import type { Database } from './database.ts'

/**
 * Numbers the transactions in which the last state of a message changes. A delta export stores this number instead of a
 * date, because dates cannot distinguish changes before an export from changes after it while the sandbox’s clock is
 * stopped.
 */
export class Changes {
  readonly #database: Database
  #current = 0
  #isUsed = false

  constructor(database: Database) {
    this.#database = database
    this.#load()
    database.onForget(() => this.#load())
    database.beforeCommit(() => this.#save())
  }

  /** The number of the transaction in progress. */
  next(): number {
    this.#isUsed = true
    return this.#current + 1
  }

  /** The last committed transaction’s number. */
  current(): number {
    return this.#current
  }

  #load(): void {
    const row = this.#database.sql(`SELECT value FROM settings WHERE name = 'change'`).get()
    this.#current = row ? Number(row['value']) : 0
    this.#isUsed = false
  }

  #save(): void {
    if (!this.#isUsed) return
    this.#isUsed = false
    this.#current += 1
    this.#database.sql(`INSERT OR REPLACE INTO settings (name, value) VALUES ('change', ?)`).run(String(this.#current))
  }
}
