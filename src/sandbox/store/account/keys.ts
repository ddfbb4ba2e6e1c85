import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { ApiKey } from '../types/account-types.ts'
import { Documents } from './documents.ts'

export class Keys extends Documents<ApiKey> {
  constructor(database: Database) {
    super(database, 'api_keys', { id: ({ id }) => id, secret: ({ key }) => key })
  }

  findBySecret(secret: string): ApiKey | null {
    return this.find('secret', secret)
  }

  /** Id, hash and secret are random unless given. */
  add(key: Pick<ApiKey, 'description' | 'createdAt'> & Partial<ApiKey>): ApiKey {
    return this.write({
      id: randomBytes(12).toString('hex'),
      hash: randomBytes(16).toString('hex'),
      key: newSecret(),
      iPFilterEnabled: false,
      allowedIPs: [],
      enabled: true,
      updatedAt: key.createdAt,
      ...key,
    })
  }

  /** Replaces the secret. */
  regenerate(id: string, updatedAt: number): ApiKey | null {
    return this.update(id, { key: newSecret(), updatedAt })
  }

  update(id: string, change: Partial<Omit<ApiKey, 'id' | 'createdAt'>> & { updatedAt: number }): ApiKey | null {
    const key = this.get(id)
    return key && this.write({ ...key, ...change })
  }
}

function newSecret(): string {
  return randomBytes(16).toString('hex')
}
