import type { Message, MessageRow, StoredMessage } from '#shared/domain/messages/record.ts'
import { damaged } from '../../../base/packs/damaged.ts'
import { GrowingSet } from '../../../base/packs/growing-set.ts'
import { readPack, readTexts, writePack } from '../../../base/packs/pack.ts'
import { messageOf, noRow, textKinds, textsOfRecord, type RecordSet } from '../../../base/packs/record-set.ts'
import type { Database, StoredRow } from '../file/database.ts'
import type { Block } from './block.ts'

/**
 * The records in the file. They are stored in their block’s packs. Records changed since the block was written are in the
 * table `message` (“loose”), which takes precedence over the packs.
 */
export class StoredRecords {
  readonly #database: Database
  readonly #packs = new Map<number, RecordSet>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Must be called when the file may have changed. */
  clearCache(): void {
    this.#packs.clear()
  }

  read(block: Block, at: number, row: number): StoredMessage {
    const found = this.find(block, at, row)
    if (!found) throw damaged({ row })
    return found
  }

  /** Null if the record was removed. */
  find(block: Block, at: number, row: number): StoredMessage | null {
    const loose = this.#database.get(selectOne, row)
    if (loose) return readStored(loose)
    const pack = this.#pack(block, at)
    const position = at % packSize
    if (pack.row[position] !== row) return null
    return { ...messageOf(pack, position), row, complete: pack.complete[position] === 1 }
  }

  /** Omits the fields that only the view of a single message shows. */
  readRow(block: Block, at: number, row: number): MessageRow {
    const { openDetails: _opens, clickDetails: _clicks, extra: _extra, ...message } = this.read(block, at, row)
    return message
  }

  /** Visits the subjects at these positions, in order: as bytes, or as text if the record has changed. */
  visitSubjects(block: Block, rows: Float64Array, positions: readonly number[], visit: VisitSubject): void {
    const changed = this.#changedAt(rows, positions)
    let key = -1
    let [ends, texts]: [Uint32Array, Uint8Array] = [new Uint32Array(), new Uint8Array()]
    for (const at of positions) {
      const loose = changed.get(rows[at]!)
      if (loose) {
        visit(at, readStored(loose).subject, 0, 0)
        continue
      }
      if (packKey(block, at) !== key) {
        key = packKey(block, at)
        ;({ ends, texts } = readTexts(packDataAt(this.#database, key)))
      }
      const subject = (at % packSize) * textsOfRecord + textKinds.subject
      visit(at, texts, ends[subject - 1]!, ends[subject]!)
    }
  }

  /** Visits the records at these positions, in order, without creating objects. Removed records are left out. */
  visit(block: Block, rows: Float64Array, positions: readonly number[], visit: VisitRecord): void {
    const changed = this.#changedAt(rows, positions)
    for (const at of positions) {
      const row = rows[at]!
      const loose = changed.get(row)
      if (loose) {
        visit(at, { row, loose })
        continue
      }
      const set = this.#pack(block, at)
      if (set.row[at % packSize] === row) visit(at, { row, packed: { set, at: at % packSize } })
    }
  }

  #changedAt(rows: Float64Array, positions: readonly number[]): Map<number, StoredRow> {
    const changed = new Map<number, StoredRow>()
    const [lowest, highest] = [positions.reduce(least, Infinity), positions.reduce(greatest, -1)]
    // Positions in chronological order are close together. For other orders, a single query would read many changes for few
    // records.
    if (highest - lowest < positions.length * closePositions) {
      const found = this.#database.iterate(selectRange, rows[lowest]!, rows[highest]!)
      for (const loose of found) changed.set(Number(loose.row), loose)
      return changed
    }
    for (const at of positions) {
      const loose = this.#database.get(selectOne, rows[at]!)
      if (loose) changed.set(rows[at]!, loose)
    }
    return changed
  }

  /** Appends a block’s records in row order, except those in `without`. */
  addBlock(into: GrowingSet, { id, first, last }: Block, without: ReadonlySet<number>): void {
    for (const record of inOrder(this.#packsOf(id), this.#database.iterate(selectRange, first, last))) {
      if (!without.has(record.row)) addRecord(into, record)
    }
  }

  /** Every record in the file, even if blocks are damaged. */
  *all(): Generator<PackedOrLoose> {
    const keys = this.#database.all('SELECT key FROM pack ORDER BY first').map(({ key }) => Number(key))
    yield* inOrder(this.#packsAt(keys), this.#database.iterate(`${select} ORDER BY row`))
  }

  /** Stores a record’s new state without touching its block. */
  change(row: number, message: Message): void {
    const { openDetails, clickDetails, ...rest } = message
    const details = openDetails || clickDetails ? JSON.stringify({ openDetails, clickDetails }) : null
    this.#database.run('INSERT OR REPLACE INTO message VALUES (?, ?, ?)', row, JSON.stringify(rest), details)
  }

  /**
   * Must be called after a rebuild has written every record to a new block. Block numbers only increase, so older packs
   * have lower keys.
   */
  removeBefore(block: Block | null): void {
    this.#database.run('DELETE FROM pack WHERE key < ?', block === null ? Number.MAX_SAFE_INTEGER : packKey(block, 0))
    this.#database.run('DELETE FROM message')
    this.clearCache()
  }

  #pack(block: Block, at: number): RecordSet {
    const key = packKey(block, at)
    const cached = this.#packs.get(key)
    if (cached) return cached
    const pack = readPackAt(this.#database, key)
    if (this.#packs.size >= mostCachedPacks) this.#packs.clear()
    this.#packs.set(key, pack)
    return pack
  }

  #packsOf(block: number): Generator<RecordSet> {
    const keys = this.#database.all('SELECT key FROM pack WHERE key >= ? AND key < ? ORDER BY key', ...keysOf(block))
    return this.#packsAt(keys.map(({ key }) => Number(key)))
  }

  *#packsAt(keys: readonly number[]): Generator<RecordSet> {
    for (const key of keys) yield readPackAt(this.#database, key)
  }
}

function least(one: number, other: number): number {
  return Math.min(one, other)
}

function greatest(one: number, other: number): number {
  return Math.max(one, other)
}

const closePositions = 8
const mostCachedPacks = 256
/**
 * The number of records per pack: few enough to read a single record cheaply, and enough for records to share their
 * common values.
 */
export const packSize = 64
const packsPerBlock = 2 ** 16
const select = 'SELECT row, record, details FROM message'
const selectOne = `${select} WHERE row = ?`
const selectRange = `${select} WHERE row BETWEEN ? AND ? ORDER BY row`

/** The pack containing the record at this position in the block. */
export function packKey({ id }: { id: number }, at: number): number {
  return id * packsPerBlock + Math.floor(at / packSize)
}

function keysOf(block: number): [number, number] {
  return [block * packsPerBlock, (block + 1) * packsPerBlock]
}

function readPackAt(database: Database, key: number): RecordSet {
  return readPack(packDataAt(database, key))
}

function packDataAt(database: Database, key: number): Uint8Array<ArrayBuffer> {
  const found = database.get('SELECT data FROM pack WHERE key = ?', key)
  if (!found) throw damaged({ missingPack: key })
  return found.data as Uint8Array<ArrayBuffer>
}

export function removeRecords(database: Database, { id, first, last }: Block): void {
  database.run('DELETE FROM pack WHERE key >= ? AND key < ?', ...keysOf(id))
  database.run('DELETE FROM message WHERE row BETWEEN ? AND ?', first, last)
}

/** Cuts records out of their packs; the other records keep their positions. */
export function eraseRecords(database: Database, block: Block, erased: readonly { row: number; at: number }[]): void {
  for (const { row } of erased) database.run('DELETE FROM message WHERE row = ?', row)
  for (const key of new Set(erased.map(({ at }) => packKey(block, at)))) {
    const pack = readPackAt(database, key)
    const positions = new Set(erased.filter(({ at }) => packKey(block, at) === key).map(({ at }) => at % packSize))
    const kept = new GrowingSet(packSize)
    for (let at = 0; at < pack.size; at++) {
      if (positions.has(at)) kept.appendNone()
      else kept.appendFrom(pack, [at])
    }
    database.run('UPDATE pack SET data = ? WHERE key = ?', writePack(kept), key)
  }
}

export type PackedOrLoose =
  | { row: number; packed: { set: RecordSet; at: number }; loose?: undefined }
  | { row: number; packed?: undefined; loose: StoredRow }

/** `from` and `to` delimit a subject that is given as bytes. */
export type VisitSubject = (at: number, subject: Uint8Array | string, from: number, to: number) => void

export type VisitRecord = (at: number, record: PackedOrLoose) => void

export function addRecord(into: GrowingSet, { row, packed, loose }: PackedOrLoose): void {
  if (packed) into.appendFrom(packed.set, [packed.at])
  else into.append(plain(readStored(loose)), row)
}

/** Merges two inputs sorted by row. If both contain a row, the loose record wins. */
function* inOrder(packs: Iterable<RecordSet>, rows: Iterator<StoredRow>): Generator<PackedOrLoose> {
  let next = rows.next()
  const rowOf = (step: IteratorResult<StoredRow>): number => (step.done ? Infinity : Number(step.value.row))
  let looseRow = rowOf(next)
  for (const set of packs) {
    for (let at = 0; at < set.size; at++) {
      const row = set.row[at]!
      if (row === noRow) continue
      while (looseRow < row) {
        yield { row: looseRow, loose: next.value as StoredRow }
        looseRow = rowOf((next = rows.next()))
      }
      if (looseRow === row) continue
      yield { row, packed: { set, at } }
    }
  }
  for (; !next.done; next = rows.next()) yield { row: Number(next.value.row), loose: next.value }
}

export function readStored(row: StoredRow): StoredMessage {
  const record = JSON.parse(String(row.record)) as Message
  const details = row.details == null ? {} : (JSON.parse(String(row.details)) as Partial<Message>)
  return { ...record, ...details, row: Number(row.row), complete: record.meta !== undefined }
}

/** The record without its position in the archive. */
export function plain({ row: _row, complete: _complete, ...message }: StoredMessage): Message {
  return message
}
