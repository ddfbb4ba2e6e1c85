import { createHash, randomBytes } from 'node:crypto'
import { fold } from '#shared/domain/query/fold.ts'
import type { Database } from '../file/database.ts'
import { readSetting, writeSetting } from './coverage.ts'

const mostCached = 10_000

/** Erased people, stored only as salted hashes of their addresses, so that later syncs leave them out. */
export class Tombstones {
  readonly #database: Database
  readonly #cache = new Map<string, boolean>()
  #any: boolean

  constructor(database: Database) {
    this.#database = database
    this.#any = this.#count() > 0
  }

  get any(): boolean {
    return this.#any
  }

  has(email: string): boolean {
    if (!this.#any) return false
    let erased = this.#cache.get(email)
    if (erased === undefined) {
      erased = this.#database.get('SELECT 1 FROM tombstone WHERE hash = ?', this.#hash(email)) !== undefined
      if (this.#cache.size > mostCached) this.#cache.clear()
      this.#cache.set(email, erased)
    }
    return erased
  }

  add(email: string, now: number): void {
    this.#database.run('INSERT OR IGNORE INTO tombstone VALUES (?, ?)', this.#hash(email), now)
    this.#cache.clear()
    this.#any = true
  }

  #count(): number {
    return Number(this.#database.get('SELECT count(*) AS count FROM tombstone')!.count)
  }

  #hash(email: string): Uint8Array {
    let salt = readSetting<string>(this.#database, 'salt')
    if (salt === null) writeSetting(this.#database, 'salt', (salt = randomBytes(16).toString('hex')))
    return createHash('sha256').update(salt).update(fold(email)).digest()
  }
}
