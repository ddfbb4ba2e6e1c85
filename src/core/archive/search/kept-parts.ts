import type { Database } from '../database.ts'
import { readBlockColumn, readDirectory, type Block } from '../index/block-store.ts'
import type { ColumnName, StoredColumns } from '../index/columns.ts'
import { Records } from '../record/records.ts'

/** Enough for the states, opens, clicks and half the hashes of ten million rows; a million takes a tenth of it. */
const mostColumnBytes = 60 * 1024 ** 2

/** Parts of blocks that are read again and again, kept in memory. */
export class KeptParts {
  readonly #database: Database
  readonly records: Records
  /** By the number of the block: a directory never changes while the block lives. */
  readonly #directories = new Map<number, readonly string[]>()
  /** In the order they were asked for last. */
  readonly #columns = new Map<string, StoredColumns[ColumnName]>()
  #columnBytes = 0

  constructor(database: Database) {
    this.#database = database
    this.records = new Records(database)
  }

  directory({ id }: Block): readonly string[] {
    let directory = this.#directories.get(id)
    if (!directory) this.#directories.set(id, (directory = readDirectory(this.#database, id)))
    return directory
  }

  column<Name extends ColumnName>(block: Block, name: Name): StoredColumns[Name] {
    const key = `${block.id}.${block.version}.${name}`
    const kept = this.#columns.get(key)
    const column = (kept ?? readBlockColumn(this.#database, block, name)) as StoredColumns[Name]
    // Wide ones would push the others out.
    if (column.BYTES_PER_ELEMENT > 2) return column
    if (kept) this.#columns.delete(key)
    else this.#makeRoom(column.byteLength)
    this.#columns.set(key, column)
    return column
  }

  #makeRoom(bytes: number): void {
    this.#columnBytes += bytes
    for (const [key, { byteLength }] of this.#columns) {
      if (this.#columnBytes <= mostColumnBytes) return
      this.#columns.delete(key)
      this.#columnBytes -= byteLength
    }
  }

  /** Blocks that are gone leave no directory; their columns leave by themselves. */
  keepOnly(blocks: ReadonlySet<number>): void {
    this.records.forget()
    for (const id of this.#directories.keys()) if (!blocks.has(id)) this.#directories.delete(id)
  }
}
