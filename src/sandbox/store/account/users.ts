import type { Database } from '../database/database.ts'
import type { User } from '../types/account-types.ts'

const parse = (row: Record<string, unknown> | undefined): User | null =>
  row ? (JSON.parse(String(row['body'])) as User) : null

/** The users of the account. */
export class Users {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  list(): User[] {
    return this.#database
      .sql('SELECT body FROM users ORDER BY rowid')
      .all()
      .map((row) => parse(row)!)
  }

  get(id: string): User | null {
    return parse(this.#database.sql('SELECT body FROM users WHERE id = ?').get(id))
  }

  put(user: User): void {
    this.#database
      .sql('INSERT INTO users (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body')
      .run(user.id, JSON.stringify(user))
  }
}
