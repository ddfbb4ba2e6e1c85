import type { Database } from '../file/database.ts'
import type { Block } from '../store/block.ts'
import { readBlockColumn, readDirectory } from '../store/block-store.ts'
import { allRoughly, type ColumnName, type StoredColumns } from '../index/columns.ts'
import { StoredRecords } from '../store/stored-records.ts'

/**
 * The memory limit for columns, which holds the states, opens, clicks, rough sizes and halves of the id hashes of ten
 * million rows.
 */
const mostColumnBytes = 80 * 1024 ** 2

/** Everything that a search reads from. The blocks are in row order. */
export type BlockSource = { database: Database; blocks: readonly Block[]; cache: PartCache }

/** Keeps repeatedly read parts of blocks in memory: directories, narrow columns and recent packs. */
export class PartCache {
  readonly #database: Database
  readonly records: StoredRecords
  /** Directories by block number. A directory never changes while its block exists. */
  readonly #directories = new Map<number, readonly string[]>()
  /** Ordered with the least recently used column first. */
  readonly #columns = new Map<string, StoredColumns[ColumnName]>()
  #columnBytes = 0

  constructor(database: Database) {
    this.#database = database
    this.records = new StoredRecords(database)
  }

  directory({ id }: Block): readonly string[] {
    let directory = this.#directories.get(id)
    if (!directory) this.#directories.set(id, (directory = readDirectory(this.#database, id)))
    return directory
  }

  column<Name extends ColumnName>(block: Block, name: Name): StoredColumns[Name] {
    const key = `${block.id}.${block.version}.${name}`
    const cached = this.#columns.get(key)
    const column = (cached ?? readBlockColumn(this.#database, block, name)) as StoredColumns[Name]
    // Wide columns are not kept, because they would displace the others.
    if (column.BYTES_PER_ELEMENT <= 2) this.#put(key, column, cached !== undefined)
    return column
  }

  /** A block’s sizes rounded to eight bits, because exact sizes are too wide to cache. */
  roughSize(block: Block): Uint8Array {
    const key = `${block.id}.${block.version}.roughSize`
    const cached = this.#columns.get(key)
    const rough = (cached ?? allRoughly(this.column(block, 'size'))) as Uint8Array
    this.#put(key, rough, cached !== undefined)
    return rough
  }

  #put(key: string, column: StoredColumns[ColumnName], isCached: boolean): void {
    if (isCached) this.#columns.delete(key)
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

  /** Drops the directories of all other blocks. Columns of removed blocks are displaced by newer ones over time. */
  keepOnly(blocks: ReadonlySet<number>): void {
    this.records.clearCache()
    for (const id of this.#directories.keys()) if (!blocks.has(id)) this.#directories.delete(id)
  }
}
