import type { Copies } from './copies.ts'
import type { CopyMeta } from './copy-file.ts'
import { EntryTable, plainAddress, type Entry } from './entry-table.ts'
import { allRows } from './sort-rows.ts'

/** The result of adding a page: how many entries were new or changed, and how many there are now. */
export type Added = { readonly count: number; readonly news: number }

/** Collects the lists being read until they replace their copies. */
export class Collector {
  readonly #copies: Copies
  readonly #tables = new Map<string, EntryTable>()
  /** People erased while a page that names them may have been in transit. */
  readonly #erased = new Set<string>()

  constructor(copies: Copies) {
    this.#copies = copies
  }

  /** Begins with an empty list, or with the copy from earlier reads. */
  begin(type: string, from: 'nothing' | 'copy'): void {
    this.#tables.set(type, from === 'copy' ? this.#copies.of(type).table.clone() : new EntryTable())
  }

  add(type: string, entries: readonly Entry[]): Added {
    const table = this.#tableOf(type)
    let news = 0
    for (const entry of entries) {
      if (this.#erased.has(plainAddress(entry.email))) continue
      if (table.put(entry) !== 'known') news++
    }
    return { count: table.count, news }
  }

  fingerprint(type: string): string {
    return this.#tableOf(type).fingerprint()
  }

  /** Shows the entries collected so far. With `keepOthers`, entries that this read did not find are kept. */
  async publish(meta: CopyMeta, keepOthers: boolean): Promise<void> {
    const table = this.#tableOf(meta.type)
    await this.#copies.replace(() => {
      const { table: before } = this.#copies.of(meta.type)
      for (let row = 0; keepOthers && row < before.count; row++) {
        const entry = before.entryAt(row)
        if (!table.has(entry)) table.put(entry)
      }
      return { table, rows: allRows(table).filter((row) => !this.#erased.has(table.emailAt(row))), meta }
    })
  }

  /** Stores an entry that was added in Mailroom. The next read replaces it with the service’s version. */
  async put(type: string, entry: Entry): Promise<void> {
    await this.#copies.replace(() => {
      const { table: before, meta } = this.#copies.of(type)
      const table = before.clone()
      if (table.put(entry) !== 'added') return null
      return { table, rows: allRows(table), meta: { ...meta, total: meta.total === null ? null : meta.total + 1 } }
    })
    // Otherwise, a read in progress that has passed the newest entries would remove it again.
    this.#tables.get(type)?.put(entry)
    await this.#copies.save(type)
  }

  end(type: string): void {
    this.#tables.delete(type)
  }

  async erase(email: string): Promise<void> {
    const plain = plainAddress(email)
    this.#erased.add(plain)
    for (const { meta } of this.#copies.all()) await this.#copies.erase(meta.type, plain)
    for (const [type, table] of this.#tables) {
      if (table.rowsOf(plain).length === 0) continue
      const others = new EntryTable()
      for (let row = 0; row < table.count; row++) {
        const entry = table.entryAt(row)
        if (entry.email !== plain) others.put(entry)
      }
      this.#tables.set(type, others)
    }
  }

  #tableOf(type: string): EntryTable {
    const table = this.#tables.get(type) ?? new EntryTable()
    this.#tables.set(type, table)
    return table
  }
}
