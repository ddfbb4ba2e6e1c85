import type { Message } from '#shared/domain/messages/record.ts'
import type { Database, StoredRow } from '../file/database.ts'
import { GrowingSet } from '../../../base/packs/growing-set.ts'
import { writePack } from '../../../base/packs/pack.ts'
import { clamp, type RecordSet } from '../../../base/packs/record-set.ts'
import type { Block } from './block.ts'
import { eraseRecords, packKey, packSize, removeRecords } from './stored-records.ts'
import { allBits, setBit, type Bits } from '../index/bits.ts'
import type { BuiltBlock } from '../index/build-block.ts'
import {
  asBytes,
  changingColumns,
  columnIds,
  columnNames,
  emptyColumns,
  readColumn,
  type ColumnName,
  type Columns,
  type StoredColumns,
} from '../index/columns.ts'

const pagesPerBlock = 2 ** 24

/** The blocks in the file, each with its records. */
export class BlockStore {
  readonly #database: Database
  readonly #stateId: (state: string) => number
  readonly #pack = new GrowingSet(packSize)

  constructor(database: Database, stateId: (state: string) => number) {
    this.#database = database
    this.#stateId = stateId
  }

  /** Writes a block and its records, whose rows were not yet known when it was built. */
  write({ size, columns, values, dictionary }: BuiltBlock, set: RecordSet, positions: Uint32Array): Block {
    for (let at = 0; at < size; at++) columns.row[at] = set.row[positions[at]!]!
    const [first, last] = [columns.row[0]!, columns.row[size - 1]!]
    const { id } = this.#database.get(
      'INSERT INTO block (first, last, size, live, version, directory) VALUES (?, ?, ?, ?, 1, ?) RETURNING id',
      first,
      last,
      size,
      size,
      JSON.stringify(dictionary.directory),
    )!
    const block = { id: Number(id), first, last, size, live: size, version: 1 }
    for (const [at, page] of dictionary.pages.entries()) {
      this.#database.run('INSERT INTO block_page VALUES (?, ?)', block.id * pagesPerBlock + at, page)
    }
    const ids = new Map([...new Set(columns.state)].map((code) => [code, this.#stateId(values[code]!)]))
    for (let at = 0; at < size; at++) columns.state[at] = ids.get(columns.state[at]!)!
    for (const name of columnNames) this.#writeColumn(block.id, name, columns[name])
    for (let from = 0; from < size; from += packSize) {
      this.#pack.clear()
      this.#pack.appendFrom(set, positions.subarray(from, from + packSize))
      const pack = writePack(this.#pack)
      this.#database.run('INSERT INTO pack VALUES (?, ?, ?)', packKey(block, from), columns.row[from]!, pack)
    }
    return block
  }

  writeNumbers(block: Block, changed: ReadonlyMap<number, Message>): void {
    const columns = emptyColumns(0)
    for (const name of changingColumns) Object.assign(columns, { [name]: this.#wideColumn(block, name) })
    for (const [at, message] of changed) {
      columns.state[at] = this.#stateId(message.lastState)
      columns.size[at] = clamp(message.size)
      columns.open[at] = clamp(message.open)
      columns.click[at] = clamp(message.click)
      columns.lastState[at] = clamp(message.lastStateDate / 1000)
    }
    for (const name of changingColumns) this.#writeColumn(block.id, name, columns[name])
  }

  /** Marks rows as removed, and removes their numbers and records. */
  eraseRows(block: Block, erased: readonly { row: number; at: number }[]): void {
    const dead = readDead(this.#database, block)
    for (const { at } of erased) setBit(dead, at)
    block.live -= erased.length
    this.#database.run('UPDATE block SET dead = ? WHERE id = ?', new Uint8Array(dead.buffer), block.id)
    for (const name of changingColumns) {
      const column = this.#wideColumn(block, name)
      for (const { at } of erased) column[at] = 0
      this.#writeColumn(block.id, name, column)
    }
    eraseRecords(this.#database, block, erased)
  }

  /** Increments the block’s version, so that readers drop their cached parts of it. */
  touch(block: Block): void {
    block.version++
    this.#database.run('UPDATE block SET version = ?, live = ? WHERE id = ?', block.version, block.live, block.id)
  }

  remove(block: Block): void {
    this.#database.run('DELETE FROM block WHERE id = ?', block.id)
    const first = block.id * pagesPerBlock
    this.#database.run('DELETE FROM block_page WHERE key >= ? AND key < ?', first, first + pagesPerBlock)
    this.#database.run('DELETE FROM block_column WHERE key >= ? AND key < ?', block.id * 16, block.id * 16 + 16)
    removeRecords(this.#database, block)
  }

  /** Removes everything except the records. */
  removeIndex(): void {
    for (const table of ['block', 'block_page', 'block_column']) this.#database.run(`DELETE FROM ${table}`)
  }

  writePage(block: Block, page: number, data: Uint8Array): void {
    this.#database.run('UPDATE block_page SET data = ? WHERE key = ?', data, block.id * pagesPerBlock + page)
  }

  #wideColumn(block: Block, name: ColumnName): Uint32Array {
    return Uint32Array.from(readBlockColumn(this.#database, block, name))
  }

  #writeColumn(block: number, name: ColumnName, column: Columns[ColumnName]): void {
    this.#database.run(
      'INSERT OR REPLACE INTO block_column VALUES (?, ?)',
      block * 16 + columnIds[name],
      asBytes(column),
    )
  }
}

export function readBlocks(database: Database): Block[] {
  return database.all('SELECT id, first, last, size, live, version FROM block ORDER BY first').map(readBlock)
}

function readBlock(row: StoredRow): Block {
  return {
    id: Number(row.id),
    first: Number(row.first),
    last: Number(row.last),
    size: Number(row.size),
    live: Number(row.live),
    version: Number(row.version),
  }
}

export function readDirectory(database: Database, block: number): string[] {
  return JSON.parse(String(database.get('SELECT directory FROM block WHERE id = ?', block)!.directory)) as string[]
}

export function readPage(database: Database, block: number, page: number): Uint8Array {
  return database.get('SELECT data FROM block_page WHERE key = ?', block * pagesPerBlock + page)!.data as Uint8Array
}

export function readBlockColumn<Name extends ColumnName>(
  database: Database,
  block: Block,
  name: Name,
): StoredColumns[Name] {
  const row = database.get('SELECT data FROM block_column WHERE key = ?', block.id * 16 + columnIds[name])!
  return readColumn(name, row.data as Uint8Array, block.size)
}

function readDead(database: Database, block: Block): Bits {
  const { dead } = database.get('SELECT dead FROM block WHERE id = ?', block.id)!
  const bits = new Uint32Array((block.size + 31) >>> 5)
  if (dead !== null) new Uint8Array(bits.buffer).set(dead as Uint8Array)
  return bits
}

export function readLive(database: Database, block: Block): Bits {
  const live = allBits(block.size)
  if (block.live === block.size) return live
  const dead = readDead(database, block)
  for (let at = 0; at < live.length; at++) live[at]! &= ~dead[at]!
  return live
}
