import { createHash, randomBytes } from 'node:crypto'
import { fold } from '#shared/domain/query/fold.ts'
import { joinedSalts, otherSalts, ownSalt, saltSettings, saltsIn } from '../../common/salts.ts'
import type { ErasedList } from '../../port/archive-port.ts'
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
      erased = this.#salts().some((salt) => this.#isListed(hashOf(salt, email)))
      if (this.#cache.size > mostCached) this.#cache.clear()
      this.#cache.set(email, erased)
    }
    return erased
  }

  add(email: string, now: number): void {
    this.#insert(hashOf(this.#ownSalt(), email), now)
    this.#noteAdded()
  }

  /** Also keeps out the people whom another archive erased. */
  addList({ salts, tombstones }: ErasedList): void {
    if (tombstones.length === 0) return
    const [own, others] = [ownSalt, otherSalts].map((name) => readSetting(this.#database, name))
    writeSetting(this.#database, otherSalts, joinedSalts({ own, others }, salts))
    for (const { hash, erased } of tombstones) this.#insert(Buffer.from(hash, 'hex'), erased)
    this.#noteAdded()
  }

  #insert(hash: Uint8Array, erased: number): void {
    this.#database.run('INSERT OR IGNORE INTO tombstone VALUES (?, ?)', hash, erased)
  }

  #noteAdded(): void {
    this.#cache.clear()
    this.#any = true
  }

  #count(): number {
    return Number(this.#database.get('SELECT count(*) AS count FROM tombstone')!.count)
  }

  #isListed(hash: Uint8Array): boolean {
    return this.#database.get('SELECT 1 FROM tombstone WHERE hash = ?', hash) !== undefined
  }

  #salts(): string[] {
    return saltsIn(saltSettings.map((name) => readSetting(this.#database, name)))
  }

  #ownSalt(): string {
    let salt = readSetting<string>(this.#database, ownSalt)
    if (salt === null) writeSetting(this.#database, ownSalt, (salt = randomBytes(16).toString('hex')))
    return salt
  }
}

function hashOf(salt: string, email: string): Uint8Array {
  return createHash('sha256').update(salt).update(fold(email)).digest()
}
