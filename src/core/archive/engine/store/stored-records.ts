import type { Message, MessageRow, StoredMessage } from '#shared/domain/messages/record.ts'
import { damaged, type Database, type Row } from '../file/database.ts'
import type { Block } from './block-store.ts'
import { identityOf } from '../record/row-number.ts'
import { GrowingSet } from '../../../base/packs/growing-set.ts'
import { readPack, writePack } from '../../../base/packs/pack.ts'
import { exactText, messageOf, noRow, type RecordSet } from '../../../base/packs/record-set.ts'

/**
 * Records as they lie in the file: in the packs of their block, and one by one in the table `message` where they changed
 * since the block was written, or where an older Mailroom wrote them. What stands there is newer than what is packed.
 */
export class Records {
  readonly #database: Database
  /** Packs looked at last. */
  readonly #packs = new Map<number, RecordSet>()

  constructor(database: Database) {
    this.#database = database
  }

  /** The file may not be what it was. */
  forget(): void {
    this.#packs.clear()
  }

  read(block: Block, at: number, row: number): StoredMessage {
    const found = this.find(block, at, row)
    if (!found) throw damaged({ row })
    return found
  }

  /** Null where the record was erased. */
  find(block: Block, at: number, row: number): StoredMessage | null {
    const loose = this.#database.get(selectOne, row)
    if (loose) return readStored(loose)
    const pack = this.#pack(block, at)
    const place = at % packSize
    if (!pack || pack.row[place] !== row) return null
    return { ...messageOf(pack, place), row, complete: pack.complete[place] === 1 }
  }

  /** Without what only the record's own page shows. */
  readRow(block: Block, at: number, row: number): MessageRow {
    const { openDetails: _opens, clickDetails: _clicks, extra: _extra, ...message } = this.read(block, at, row)
    return message
  }

  /** The subjects of a block by their rows, in order. */
  *subjects({ id, first, last }: Block): Generator<{ row: number; subject: string }> {
    for (const record of inOrder(this.#packsOf(id), this.#database.iterate(selectRange, first, last))) {
      const { row, packed } = record
      yield { row, subject: packed ? exactText(packed.set, packed.at, 'subject') : readStored(record.loose).subject }
    }
  }

  /** All records of a block but those `without`, in order. */
  addBlock(into: GrowingSet, { id, first, last }: Block, without: ReadonlySet<number>): void {
    for (const record of inOrder(this.#packsOf(id), this.#database.iterate(selectRange, first, last))) {
      if (!without.has(record.row)) addRecord(into, record)
    }
  }

  /** Every record of the file, whether or not the blocks are whole. */
  *every(): Generator<OneRecord> {
    const keys = this.#database.all('SELECT key FROM pack ORDER BY first').map(({ key }) => Number(key))
    yield* inOrder(this.#packsAt(keys), this.#database.iterate(`${select} ORDER BY row`))
  }

  /** What a record is now; its block is not touched. */
  change(row: number, message: Message): void {
    const { openDetails, clickDetails, ...rest } = message
    const details = openDetails || clickDetails ? JSON.stringify({ openDetails, clickDetails }) : null
    const identity = identityOf(row, message.id)
    const record = JSON.stringify(rest)
    this.#database.run('INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?)', row, identity, record, details)
  }

  /** After every record went into blocks of its own: numbers of blocks only grow. */
  removeBefore(block: Block | null): void {
    this.#database.run('DELETE FROM pack WHERE key < ?', block === null ? Number.MAX_SAFE_INTEGER : packKey(block, 0))
    this.#database.run('DELETE FROM message')
    this.forget()
  }

  /** Null in a block that an older Mailroom wrote. */
  #pack(block: Block, at: number): RecordSet | null {
    const key = packKey(block, at)
    const kept = this.#packs.get(key)
    if (kept) return kept
    const pack = readPackAt(this.#database, key)
    if (this.#packs.size >= mostPacks) this.#packs.clear()
    if (pack) this.#packs.set(key, pack)
    return pack
  }

  #packsOf(block: number): Generator<RecordSet> {
    const keys = this.#database.all('SELECT key FROM pack WHERE key >= ? AND key < ? ORDER BY key', ...keysOf(block))
    return this.#packsAt(keys.map(({ key }) => Number(key)))
  }

  *#packsAt(keys: readonly number[]): Generator<RecordSet> {
    for (const key of keys) yield readPackAt(this.#database, key)!
  }
}

const mostPacks = 256
/** Records of a pack: one of them is read without reading much else, and they share what they have in common. */
export const packSize = 64
const packsPerBlock = 2 ** 16
const select = 'SELECT row, record, details FROM message'
const selectOne = `${select} WHERE row = ?`
const selectRange = `${select} WHERE row BETWEEN ? AND ? ORDER BY row`

/** The pack that holds the record at this place of the block. */
export function packKey({ id }: { id: number }, at: number): number {
  return id * packsPerBlock + Math.floor(at / packSize)
}

function keysOf(block: number): [number, number] {
  return [block * packsPerBlock, (block + 1) * packsPerBlock]
}

function readPackAt(database: Database, key: number): RecordSet | null {
  const found = database.get('SELECT data FROM pack WHERE key = ?', key)
  return found ? readPack(found.data as Uint8Array) : null
}

/** All that the file holds of the records of a block. */
export function removeRecords(database: Database, { id, first, last }: Block): void {
  database.run('DELETE FROM pack WHERE key >= ? AND key < ?', ...keysOf(id))
  database.run('DELETE FROM message WHERE row BETWEEN ? AND ?', first, last)
}

/** Takes some records out; the places of the others stay what they are. */
export function eraseRecords(database: Database, block: Block, erased: readonly { row: number; at: number }[]): void {
  for (const { row } of erased) database.run('DELETE FROM message WHERE row = ?', row)
  for (const key of new Set(erased.map(({ at }) => packKey(block, at)))) {
    const pack = readPackAt(database, key)
    if (!pack) continue
    const places = new Set(erased.filter(({ at }) => packKey(block, at) === key).map(({ at }) => at % packSize))
    const kept = new GrowingSet(packSize)
    for (let at = 0; at < pack.size; at++) {
      if (places.has(at)) kept.appendNone()
      else kept.appendFrom(pack, [at])
    }
    database.run('UPDATE pack SET data = ? WHERE key = ?', writePack(kept), key)
  }
}

export type OneRecord =
  | { row: number; packed: { set: RecordSet; at: number }; loose?: undefined }
  | { row: number; packed?: undefined; loose: Row }

export function addRecord(into: GrowingSet, { row, packed, loose }: OneRecord): void {
  if (packed) into.appendFrom(packed.set, [packed.at])
  else into.append(plain(readStored(loose)), row)
}

/** Both sorted by their rows; where a row stands in both, the loose one. */
function* inOrder(packs: Iterable<RecordSet>, rows: Iterator<Row>): Generator<OneRecord> {
  let next = rows.next()
  const rowOf = (step: IteratorResult<Row>): number => (step.done ? Infinity : Number(step.value.row))
  let looseRow = rowOf(next)
  for (const set of packs) {
    for (let at = 0; at < set.size; at++) {
      const row = set.row[at]!
      if (row === noRow) continue
      while (looseRow < row) {
        yield { row: looseRow, loose: next.value as Row }
        looseRow = rowOf((next = rows.next()))
      }
      if (looseRow === row) continue
      yield { row, packed: { set, at } }
    }
  }
  for (; !next.done; next = rows.next()) yield { row: Number(next.value.row), loose: next.value }
}

function readStored(row: Row): StoredMessage {
  const record = JSON.parse(String(row.record)) as Message
  const details = row.details == null ? {} : (JSON.parse(String(row.details)) as Partial<Message>)
  return { ...record, ...details, row: Number(row.row), complete: record.meta !== undefined }
}

/** The record alone, without its place. */
export function plain({ row: _row, complete: _complete, ...message }: StoredMessage): Message {
  return message
}
