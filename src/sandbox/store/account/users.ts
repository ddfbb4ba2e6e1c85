import type { Database } from '../database/database.ts'
import type { User, Users } from '../index.ts'

export function createUsers(database: Database): Users {
  const parse = (row: Record<string, unknown> | undefined): User | null =>
    row ? (JSON.parse(String(row['body'])) as User) : null
  return {
    list: () =>
      database
        .sql('SELECT body FROM users ORDER BY rowid')
        .all()
        .map((row) => parse(row)!),
    get: (id) => parse(database.sql('SELECT body FROM users WHERE id = ?').get(id)),
    put(user) {
      database
        .sql('INSERT INTO users (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body')
        .run(user.id, JSON.stringify(user))
    },
  }
}
