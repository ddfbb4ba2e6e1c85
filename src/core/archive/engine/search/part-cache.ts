import type { Database } from '../file/database.ts'
import { readBlockColumn, readDirectory, type Block } from '../store/block-store.ts'
import { allRoughly, type ColumnName, type StoredColumns } from '../index/columns.ts'
import { Records } from '../store/stored-records.ts'

/** Enough for the states, opens, clicks, rough sizes and half the hashes of ten million rows; a million takes a tenth of it. */
const mostColumnBytes = 80 * 1024 ** 2

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
    if (column.BYTES_PER_ELEMENT <= 2) this.#keep(key, column, kept !== undefined)
    return column
  }

  /** The sizes as far as eight bits tell them: they are too wide to be kept as they are. */
  roughSize(block: Block): Uint8Array {
    const key = `${block.id}.${block.version}.roughSize`
    const kept = this.#columns.get(key)
    const rough = (kept ?? allRoughly(this.column(block, 'size'))) as Uint8Array
    this.#keep(key, rough, kept !== undefined)
    return rough
  }

  #keep(key: string, column: StoredColumns[ColumnName], isKept: boolean): void {
    if (isKept) this.#columns.delete(key)
    else this.#makeRoom(column.byteLength)
    this.#columns.set(key, column)
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
