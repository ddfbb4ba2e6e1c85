import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { ApiKey, Keys } from '../index.ts'

const parse = (row: Record<string, unknown> | undefined): ApiKey | null =>
  row ? (JSON.parse(String(row['body'])) as ApiKey) : null

export function createKeys(database: Database): Keys {
  const write = (key: ApiKey): ApiKey => {
    database
      .sql(
        `INSERT INTO api_keys (id, secret, body) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET secret = excluded.secret, body = excluded.body`,
      )
      .run(key.id, key.key, JSON.stringify(key))
    return key
  }
  const get = (id: string) => parse(database.sql('SELECT body FROM api_keys WHERE id = ?').get(id))

  return {
    list: () =>
      database
        .sql('SELECT body FROM api_keys ORDER BY rowid')
        .all()
        .map((row) => parse(row)!),
    get,
    findBySecret: (secret) => parse(database.sql('SELECT body FROM api_keys WHERE secret = ?').get(secret)),
    add: (key) =>
      write({
        id: randomBytes(12).toString('hex'),
        hash: randomBytes(16).toString('hex'),
        key: randomBytes(16).toString('hex'),
        iPFilterEnabled: false,
        allowedIPs: [],
        enabled: true,
        updatedAt: key.createdAt,
        ...key,
      }),
    update(id, change) {
      const key = get(id)
      return key && write({ ...key, ...change })
    },
    remove: (id) => Number(database.sql('DELETE FROM api_keys WHERE id = ?').run(id).changes) > 0,
  }
}
