import type { Database } from '../database/database.ts'

/**
 * Records of one type, stored as JSON in the order in which they were added. They can be looked up by `columns`, the
 * first of which is the id.
 */
export class Documents<Document extends object> {
  readonly #database: Database
  readonly #table: string
  readonly #columns: Readonly<Record<string, (document: Document) => string>>

  constructor(database: Database, table: string, columns: Readonly<Record<string, (document: Document) => string>>) {
    this.#database = database
    this.#table = table
    this.#columns = columns
  }

  list(): Document[] {
    const rows = this.#database.sql(`SELECT body FROM ${this.#table} ORDER BY rowid`).all()
    return rows.map((row) => JSON.parse(String(row['body'])) as Document)
  }

  get(id: string): Document | null {
    return this.find(this.#idColumn, id)
  }

  /** Returns the oldest document if several match. */
  find(column: string, value: string): Document | null {
    const row = this.#database
      .sql(`SELECT body FROM ${this.#table} WHERE ${column} = ? ORDER BY rowid LIMIT 1`)
      .get(value)
    return row ? (JSON.parse(String(row['body'])) as Document) : null
  }

  remove(id: string): boolean {
    return Number(this.#database.sql(`DELETE FROM ${this.#table} WHERE ${this.#idColumn} = ?`).run(id).changes) > 0
  }

  /** Adds the document or replaces the one with the same id. */
  write(document: Document): Document {
    const columns = [...Object.keys(this.#columns), 'body']
    const values = Object.values(this.#columns).map((valueOf) => valueOf(document))
    this.#database
      .sql(
        `INSERT INTO ${this.#table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
        ON CONFLICT (${this.#idColumn}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      )
      .run(...values, JSON.stringify(document))
    return document
  }

  get #idColumn(): string {
    return Object.keys(this.#columns)[0]!
  }
}
