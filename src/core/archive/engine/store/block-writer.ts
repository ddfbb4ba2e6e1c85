import type { Message } from '#shared/domain/messages/record.ts'
import { allPositions, GrowingSet, orderBy } from '../../../base/packs/growing-set.ts'
import type { RecordSet } from '../../../base/packs/record-set.ts'
import type { Database } from '../file/database.ts'
import { eachBit } from '../index/bits.ts'
import { joins, tier } from '../index/block-sizes.ts'
import { BlockBuilder, blockSize, type BuiltBlock } from '../index/build-block.ts'
import { positionOf } from '../index/columns.ts'
import { PageChanges } from '../index/page-changes.ts'
import { changePage, listTerms, termBytes } from '../index/page.ts'
import { writePosting } from '../index/posting.ts'
import { termsOf } from '../index/terms.ts'
import { RecipientDomains, type DomainCodes } from '../record/recipient-domains.ts'
import type { Block } from './block.ts'
import { BlockList } from './block-list.ts'
import { readBlockColumn, readDirectory, readLive, readPage, type BlockStore } from './block-store.ts'
import { addRecord, plain, type StoredRecords } from './stored-records.ts'

/** New records, and their positions in row order. */
export type NewRecords = {
  set: RecordSet
  order: Uint32Array
  domains: DomainCodes
  /** The finished block of all these records, if the preparer thread has built it. */
  built: BuiltBlock | null
}
export type RowChange = { row: number; before: Message; after: Message }

/** With more changed rows than this, rewriting the entire block is cheaper than patching its pages. */
const mostPatched = 200
const none: ReadonlySet<number> = new Set()

/** Keeps the blocks consistent with the records, inside the transaction that changes the records. */
export class BlockWriter {
  readonly #database: Database
  readonly #store: BlockStore
  readonly #records: StoredRecords
  readonly #list: BlockList
  readonly #builder = new BlockBuilder()
  readonly #collected = new GrowingSet(64)
  readonly #domains = new RecipientDomains()
  /** The rows of the block last read by `rowBefore`; they never change. */
  #lastRead: { block: Block; rows: Float64Array } | null = null

  constructor(database: Database, store: BlockStore, records: StoredRecords) {
    this.#database = database
    this.#store = store
    this.#records = records
    this.#list = new BlockList(database)
  }

  /** Must be called after a failed transaction. */
  reload(): void {
    this.#list.reload()
  }

  /** All blocks, in row order. */
  get blocks(): readonly Block[] {
    return this.#list.all
  }

  /** Adds new records, and updates the index for records already changed in the file. */
  apply(added: NewRecords, changed: readonly RowChange[]): void {
    const written = new Set<Block>()
    const { order } = added
    for (let from = 0; from < order.length;) {
      const to = this.#endOfRun(added, from)
      for (const block of this.#insert(added, order.subarray(from, to))) written.add(block)
      from = to
    }
    // A block that was just written already contains the changed records.
    for (const [block, rows] of this.#list.byBlock(changed)) if (!written.has(block)) this.#change(block, rows)
    this.#compact()
  }

  /** Removes rows, calls `onRemoved` with each record, and returns how many rows were removed. */
  remove(rows: readonly number[], onRemoved: (row: number, message: Message) => void): number {
    let count = 0
    for (const [block, group] of this.#list.byBlock(rows.map((row) => ({ row })))) {
      count += this.#remove(block, group, onRemoved)
    }
    this.#compact()
    return count
  }

  /** The oldest rows before `end`, at most `limit` of them. */
  rowsBefore(end: number, limit: number): number[] {
    const found: number[] = []
    for (const block of this.#list.all) {
      if (block.first >= end || found.length >= limit) break
      const rows = readBlockColumn(this.#database, block, 'row')
      eachBit(readLive(this.#database, block), (at) => {
        if (rows[at]! < end && found.length < limit) found.push(rows[at]!)
      })
    }
    return found
  }

  rowBefore(row: number): number | null {
    // If a block begins at `row`, the row before it is in the previous block.
    const block = this.#list.before(row - 1)
    if (!block) return null
    if (block.last < row) return block.last
    // The rows are kept, because an import calls this method for many consecutive seconds, most of them in the same
    // block.
    if (this.#lastRead?.block !== block) this.#lastRead = { block, rows: readBlockColumn(this.#database, block, 'row') }
    const { rows } = this.#lastRead
    return rows[positionOf(rows, row) - 1]!
  }

  /** Replaces every block with new blocks, built from the records. */
  rebuild(onWritten: (added: NewRecords) => void): void {
    this.#store.removeIndex()
    this.#list.clear()
    const set = this.#collected
    set.clear()
    const flush = (): void => {
      if (set.size === 0) return
      const added = this.#asNew(set)
      this.#write(added, added.order)
      onWritten(added)
      set.clear()
    }
    for (const record of this.#records.all()) {
      addRecord(set, record)
      if (set.size === blockSize) flush()
    }
    flush()
    this.#records.removeBefore(this.#list.all[0] ?? null)
  }

  /**
   * The index after the last record that belongs to the same block, or to the same gap between blocks, as the record at
   * `from`.
   */
  #endOfRun({ set, order }: NewRecords, from: number): number {
    const first = set.row[order[from]!]!
    const block = this.#list.including(first)
    const end = block ? block.last : (this.#list.after(first)?.first ?? Infinity) - 1
    let to = from + 1
    while (to < order.length && set.row[order[to]!]! <= end) to++
    return to
  }

  #insert(added: NewRecords, order: Uint32Array): Block[] {
    const first = added.set.row[order[0]!]!
    const inside = this.#list.including(first)
    if (inside) return this.#rewrite([inside], none, added.set, order)
    const neighbours = [this.#list.before(first), this.#list.after(first)]
    const neighbour = neighbours.find((block) => block && joins(block, order.length))
    return neighbour ? this.#rewrite([neighbour], none, added.set, order) : this.#write(added, order)
  }

  /**
   * Replaces blocks with new ones, which contain the records of the old ones, except those in `without`, and any added
   * records.
   */
  #rewrite(old: readonly Block[], without: ReadonlySet<number>, added?: RecordSet, positions?: Uint32Array): Block[] {
    const set = this.#collected
    set.clear()
    for (const block of old) this.#records.addBlock(set, block, without)
    if (added && positions) set.appendFrom(added, positions)
    for (const block of old) this.#store.remove(block)
    this.#list.remove(old)
    const collected = this.#asNew(set)
    const written = this.#write(collected, collected.order)
    set.clear()
    return written
  }

  #asNew(set: RecordSet): NewRecords {
    const order = orderBy(set.row, allPositions(set.size))
    return { set, order, domains: this.#domains.read(set), built: null }
  }

  #write(added: NewRecords, positions: Uint32Array): Block[] {
    const written: Block[] = []
    for (let at = 0; at < positions.length; at += blockSize) {
      written.push(this.#writeOne(added, positions.subarray(at, at + blockSize)))
    }
    this.#list.add(written)
    return written
  }

  #writeOne({ set, domains, built }: NewRecords, positions: Uint32Array): Block {
    const block = built?.size === positions.length ? built : this.#builder.build(set, positions, domains)
    return this.#store.write(block, set, positions)
  }

  #change(block: Block, rows: readonly RowChange[]): void {
    const positions = this.#positions(block, rows)
    const pages = new PageChanges()
    let patched = 0
    for (const [index, { before, after }] of rows.entries()) {
      if (haveSameTerms(before, after)) continue
      patched++
      const old = termsOf(before)
      const now = termsOf(after)
      for (const term of old) if (!now.has(term)) pages.remove(term, positions[index]!)
      for (const term of now) if (!old.has(term)) pages.add(term, positions[index]!)
    }
    if (patched > mostPatched) return void this.#rewrite([block], none)
    this.#patch(block, pages)
    this.#store.writeNumbers(block, new Map(rows.map(({ after }, index) => [positions[index]!, after])))
    this.#store.touch(block)
  }

  #remove(
    block: Block,
    wanted: readonly { row: number }[],
    onRemoved: (row: number, message: Message) => void,
  ): number {
    const positions = this.#positions(block, wanted)
    const found = wanted.flatMap(({ row }, index) => {
      const at = positions[index]!
      const message = this.#records.find(block, at, row)
      return message ? [{ row, at, message: plain(message) }] : []
    })
    for (const { row, message } of found) onRemoved(row, message)
    if (found.length === block.live) {
      this.#store.remove(block)
      this.#list.remove([block])
    } else if (found.length > mostPatched) this.#rewrite([block], new Set(found.map(({ row }) => row)))
    else if (found.length > 0) {
      const pages = new PageChanges()
      for (const { at, message } of found) for (const term of termsOf(message)) pages.remove(term, at)
      const leavesTerm = this.#patch(block, pages)
      this.#store.eraseRows(block, found)
      this.#store.touch(block)
      if (leavesTerm) this.#rewrite([block], none)
    }
    return found.length
  }

  /**
   * Rewrites the pages that change, but not the directory. Returns true if the directory still contains a term, such as
   * an address, that no longer occurs in any row.
   */
  #patch(block: Block, changes: PageChanges): boolean {
    if (changes.isEmpty) return false
    const directory = readDirectory(this.#database, block.id)
    let leavesTerm = false
    for (const [page, change] of changes.byPage(directory)) {
      const changed = changePage(readPage(this.#database, block.id, page), block.size, change, writePosting)
      this.#store.writePage(block, page, changed)
      const first = directory[page]!
      if (change.removed.has(first) && !listTerms(changed, termBytes(first)).includes(first)) leavesTerm = true
    }
    return leavesTerm
  }

  #positions(block: Block, rows: readonly { row: number }[]): number[] {
    const column = readBlockColumn(this.#database, block, 'row')
    return rows.map(({ row }) => positionOf(column, row))
  }

  /**
   * Joins four neighbouring blocks of about the same size, so that small syncs leave few blocks and each row is rarely
   * rewritten.
   */
  #compact(): void {
    for (let at = 0; at + 4 <= this.#list.all.length; at++) {
      const run = this.#list.all.slice(at, at + 4)
      const size = run.reduce((sum, block) => sum + block.live, 0)
      if (size > blockSize || new Set(run.map(tier)).size > 1) continue
      this.#rewrite(run, none)
      at = Math.max(-1, at - 4)
    }
  }
}

function haveSameTerms(before: Message, after: Message): boolean {
  return (
    before.subject === after.subject &&
    before.from === after.from &&
    before.apiKey === after.apiKey &&
    (before.reason ?? '') === (after.reason ?? '') &&
    before.tags.join('\0') === after.tags.join('\0') &&
    JSON.stringify(before.meta ?? null) === JSON.stringify(after.meta ?? null)
  )
}
