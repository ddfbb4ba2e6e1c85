import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { ApiKey } from '../types/account-types.ts'

const parse = (row: Record<string, unknown> | undefined): ApiKey | null =>
  row ? (JSON.parse(String(row['body'])) as ApiKey) : null

/** The API keys of the account. */
export class Keys {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  list(): ApiKey[] {
    return this.#database
      .sql('SELECT body FROM api_keys ORDER BY rowid')
      .all()
      .map((row) => parse(row)!)
  }

  get(id: string): ApiKey | null {
    return parse(this.#database.sql('SELECT body FROM api_keys WHERE id = ?').get(id))
  }

  findBySecret(secret: string): ApiKey | null {
    return parse(this.#database.sql('SELECT body FROM api_keys WHERE secret = ?').get(secret))
  }

  /** Id, hash and secret are random unless given. */
  add(key: Pick<ApiKey, 'description' | 'createdAt'> & Partial<ApiKey>): ApiKey {
    return this.#write({
      id: randomBytes(12).toString('hex'),
      hash: randomBytes(16).toString('hex'),
      key: randomBytes(16).toString('hex'),
      iPFilterEnabled: false,
      allowedIPs: [],
      enabled: true,
      updatedAt: key.createdAt,
      ...key,
    })
  }

  update(id: string, change: Partial<Omit<ApiKey, 'id' | 'createdAt'>> & { updatedAt: number }): ApiKey | null {
    const key = this.get(id)
    return key && this.#write({ ...key, ...change })
  }

  remove(id: string): boolean {
    return Number(this.#database.sql('DELETE FROM api_keys WHERE id = ?').run(id).changes) > 0
  }

  #write(key: ApiKey): ApiKey {
    this.#database
      .sql(
        `INSERT INTO api_keys (id, secret, body) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET secret = excluded.secret, body = excluded.body`,
      )
      .run(key.id, key.key, JSON.stringify(key))
    return key
  }
}
