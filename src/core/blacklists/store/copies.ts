import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Queue } from '../../base/queue.ts'
import { readCopy, writeCopy, type CopyMeta } from './copy-file.ts'
import type { EntryTable } from './entry-table.ts'
import { ListCopy } from './list-copy.ts'
import { allRows, newestFirst } from './sort-rows.ts'

/** How many rows are copied before other calls get their turn. */
const turn = 20_000
const suffix = '.list'

/** The copies of one account’s blacklists, in memory and in one file each. Changes to a list run one after another. */
export class Copies {
  readonly #folder: string
  readonly #copies = new Map<string, ListCopy>()
  readonly #changes = new Queue()

  constructor(folder: string) {
    this.#folder = folder
    for (const name of listFiles(folder)) {
      const found = readCopy(join(folder, name))
      if (found) this.#copies.set(found.meta.type, new ListCopy(found.table, found.meta))
    }
  }

  all(): ListCopy[] {
    return [...this.#copies.values()]
  }

  of(type: string): ListCopy {
    return this.#copies.get(type) ?? ListCopy.empty(type)
  }

  /** Replaces a list with the rows of a table that `choose` returns. If it returns null, nothing changes. */
  replace(choose: () => { table: EntryTable; rows: Uint32Array; meta: CopyMeta } | null): Promise<void> {
    return this.#changes.add(async () => {
      const chosen = choose()
      if (chosen === null) return
      const { table, rows, meta } = chosen
      const work = table.reordered(newestFirst(table.columns.dates, rows), turn)
      let step = work.next()
      for (; !step.done; step = work.next()) await nextTurn()
      this.#copies.set(meta.type, new ListCopy(step.value, meta))
    })
  }

  /** Updates the list’s metadata and keeps the entries. */
  describe(meta: CopyMeta): Promise<void> {
    return this.#changes.add(async () => {
      this.#copies.set(meta.type, new ListCopy(this.of(meta.type).table, meta))
    })
  }

  /** Removes these addresses’ entries. Returns how many there were. */
  async remove(type: string, emails: readonly string[]): Promise<number> {
    let removed = 0
    await this.replace(() => {
      const { table, meta } = this.of(type)
      const gone = new Set(emails.flatMap((email) => table.rowsOf(email)))
      removed = gone.size
      if (removed === 0) return null
      const rows = allRows(table).filter((row) => !gone.has(row))
      return { table, rows, meta: { ...meta, total: meta.total === null ? null : meta.total - removed } }
    })
    if (removed > 0) await this.save(type)
    return removed
  }

  /**
   * Removes everything about a person from the file, including their domain and the reason, which are stored apart from
   * their entry’s row.
   */
  async erase(type: string, email: string): Promise<void> {
    if ((await this.remove(type, [email])) > 0 || !this.of(type).table.hasUnusedNames()) return
    await this.replace(() => {
      const { table, meta } = this.of(type)
      return { table, rows: allRows(table), meta }
    })
    await this.save(type)
  }

  save(type: string): Promise<void> {
    return this.#changes.add(async () => {
      const { table, meta } = this.of(type)
      await writeCopy(join(this.#folder, `${Buffer.from(type).toString('base64url')}${suffix}`), table, meta)
    })
  }

  /** Removes all lists, and files that could not be read. */
  clear(): Promise<void> {
    return this.#changes.add(async () => {
      this.#copies.clear()
      for (const name of listFiles(this.#folder)) await rm(join(this.#folder, name), { force: true })
    })
  }

  async settled(): Promise<void> {
    await this.#changes.settled()
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(suffix))
  } catch {
    return []
  }
}
