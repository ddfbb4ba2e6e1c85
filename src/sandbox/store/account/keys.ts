import type { Database } from '../database/database.ts'
import type { IdSource } from '../database/id-source.ts'
import type { ApiKey } from '../types/account-types.ts'
import { Documents } from './documents.ts'

export class Keys extends Documents<ApiKey> {
  readonly #ids: IdSource

  constructor(database: Database, ids: IdSource) {
    super(database, 'api_keys', { id: ({ id }) => id, secret: ({ key }) => key })
    this.#ids = ids
  }

  findBySecret(secret: string): ApiKey | null {
    return this.find('secret', secret)
  }

  /** A key gets a new id, hash and secret unless they are passed in. */
  add(key: Pick<ApiKey, 'description' | 'createdAt'> & Partial<ApiKey>): ApiKey {
    return this.write({
      id: this.#ids.next(12),
      hash: this.#ids.next(16),
      key: this.#ids.next(16),
      iPFilterEnabled: false,
      allowedIPs: [],
      enabled: true,
      updatedAt: key.createdAt,
      ...key,
    })
  }

  /** Replaces the secret. */
  regenerate(id: string, updatedAt: number): ApiKey | null {
    return this.update(id, { key: this.#ids.next(16), updatedAt })
  }

  update(id: string, change: Partial<Omit<ApiKey, 'id' | 'createdAt'>> & { updatedAt: number }): ApiKey | null {
    const key = this.get(id)
    return key && this.write({ ...key, ...change })
  }
}
