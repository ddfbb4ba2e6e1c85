import type { Message } from '#shared/domain/messages/record.ts'
import type { Database } from '../file/database.ts'
import { Domains, type DomainCodes } from '../record/recipient-domains.ts'
import { allPlaces, GrowingSet, orderBy } from '../../../base/packs/growing-set.ts'
import { addRecord, plain, type Records } from './stored-records.ts'
import type { RecordSet } from '../../../base/packs/record-set.ts'
import { eachBit } from '../index/bits.ts'
import { BlockBuilder, blockSize, type BuiltBlock } from '../index/build-block.ts'
import {
  readBlockColumn,
  readBlocks,
  readDirectory,
  readLive,
  readPage,
  type Block,
  type BlockStore,
} from './block-store.ts'
import { placeOf } from '../index/columns.ts'
import { joins, tier } from '../index/block-sizes.ts'
import { PageChanges } from '../index/page-changes.ts'
import { changePage, listTerms, termBytes } from '../index/page.ts'
import { writePosting } from '../index/posting.ts'
import { termsOf } from '../index/terms.ts'

/** New records, and their places in the order of their rows. */
export type News = {
  set: RecordSet
  order: Uint32Array
  domains: DomainCodes
  /** The block of all of them, if it is there already. */
  built: BuiltBlock | null
}
export type RowChange = { row: number; before: Message; after: Message }

/** Beyond so many rows with other words, writing the whole block is cheaper than changing its pages. */
const mostPatched = 200
const none: ReadonlySet<number> = new Set()

/** Keeps the blocks in step with the messages, inside the transaction that changes them. */
export class BlockWriter {
  readonly #database: Database
  readonly #store: BlockStore
  readonly #records: Records
  readonly #builder = new BlockBuilder()
  readonly #gathered = new GrowingSet(64)
  readonly #domains = new Domains()
  #blocks: Block[]
  /** The rows of a block never change. */
  #looked: { block: Block; rows: Float64Array } | null = null

  constructor(database: Database, store: BlockStore, records: Records) {
    this.#database = database
    this.#store = store
    this.#records = records
    this.#blocks = readBlocks(database)
  }

  /** After a transaction that failed. */
  reload(): void {
    this.#blocks = readBlocks(this.#database)
  }

  /** In the order of their rows. */
  get blocks(): readonly Block[] {
    return this.#blocks
  }

  /** Puts in new records and brings those up to date that changed in the file already. */
  apply(news: News, changed: readonly RowChange[]): void {
    const written = new Set<Block>()
    const { order } = news
    for (let from = 0; from < order.length;) {
      const to = this.#endOfRun(news, from)
      for (const block of this.#place(news, order.subarray(from, to))) written.add(block)
      from = to
    }
    // A block that was written a moment ago was written from the changed records already.
    for (const [block, rows] of this.#byBlock(changed)) if (!written.has(block)) this.#change(block, rows)
    this.#compact()
  }

  /** Takes rows out, and tells what stood there; answers how many were there. */
  remove(rows: readonly number[], removed: (row: number, message: Message) => void): number {
    let count = 0
    for (const [block, group] of this.#byBlock(rows.map((row) => ({ row })))) {
      count += this.#remove(block, group, removed)
    }
    this.#compact()
    return count
  }

  /** The oldest rows, at most so many. */
  rowsBefore(end: number, limit: number): number[] {
    const found: number[] = []
    for (const block of this.#blocks) {
      if (block.first >= end || found.length >= limit) break
      const rows = readBlockColumn(this.#database, block, 'row')
      eachBit(readLive(this.#database, block), (at) => {
        if (rows[at]! < end && found.length < limit) found.push(rows[at]!)
      })
    }
    return found
  }

  /** The last row before another, among those that the blocks hold. */
  rowBefore(row: number): number | null {
    // A block may begin with this very row: then the one before is meant.
    const block = this.#blocks[this.#blockAfter(row - 1) - 1]
    if (!block) return null
    if (block.last < row) return block.last
    // Asked for many seconds after one another.
    if (this.#looked?.block !== block) this.#looked = { block, rows: readBlockColumn(this.#database, block, 'row') }
    const { rows } = this.#looked
    return rows[placeOf(rows, row) - 1]!
  }

  /** Throws every block away and writes them from the records. */
  rebuild(written: (news: News) => void): void {
    this.#store.removeIndex()
    this.#blocks = []
    const set = this.#gathered
    set.clear()
    const flush = (): void => {
      if (set.size === 0) return
      const news = this.#newsOf(set)
      this.#write(news, news.order)
      written(news)
      set.clear()
    }
    for (const record of this.#records.every()) {
      addRecord(set, record)
      if (set.size === blockSize) flush()
    }
    flush()
    this.#records.removeBefore(this.#blocks[0] ?? null)
  }

  /** Rows that fall into one block, or into the space before one. */
  #endOfRun({ set, order }: News, from: number): number {
    const first = set.row[order[from]!]!
    const holding = this.holding(first)
    const end = holding ? holding.last : (this.#blocks[this.#blockAfter(first)]?.first ?? Infinity) - 1
    let to = from + 1
    while (to < order.length && set.row[order[to]!]! <= end) to++
    return to
  }

  /** The block a row lies in, or would lie in. */
  holding(row: number): Block | null {
    const block = this.#blocks[this.#blockAfter(row) - 1]
    return block && row <= block.last ? block : null
  }

  #place(news: News, order: Uint32Array): Block[] {
    const first = news.set.row[order[0]!]!
    const inside = this.holding(first)
    if (inside) return this.#rewrite([inside], none, news.set, order)
    const at = this.#blockAfter(first)
    const neighbour = [this.#blocks[at - 1], this.#blocks[at]].find((block) => block && joins(block, order.length))
    return neighbour ? this.#rewrite([neighbour], none, news.set, order) : this.#write(news, order)
  }

  /** In place of some blocks their records but those `without`, and new ones. */
  #rewrite(old: readonly Block[], without: ReadonlySet<number>, news?: RecordSet, places?: Uint32Array): Block[] {
    const set = this.#gathered
    set.clear()
    for (const block of old) this.#records.addBlock(set, block, without)
    if (news && places) set.appendFrom(news, places)
    for (const block of old) this.#store.remove(block)
    const gone = new Set(old)
    this.#blocks = this.#blocks.filter((block) => !gone.has(block))
    const gathered = this.#newsOf(set)
    const written = this.#write(gathered, gathered.order)
    set.clear()
    return written
  }

  #newsOf(set: RecordSet): News {
    const order = orderBy(set.row, allPlaces(set.size))
    return { set, order, domains: this.#domains.read(set), built: null }
  }

  #write(news: News, places: Uint32Array): Block[] {
    const written: Block[] = []
    for (let at = 0; at < places.length; at += blockSize) {
      written.push(this.#writeOne(news, places.subarray(at, at + blockSize)))
    }
    this.#blocks = [...this.#blocks, ...written].sort((a, b) => a.first - b.first)
    return written
  }

  #writeOne({ set, domains, built }: News, places: Uint32Array): Block {
    const block = built?.size === places.length ? built : this.#builder.build(set, places, domains)
    return this.#store.write(block, set, places)
  }

  #change(block: Block, rows: readonly RowChange[]): void {
    const places = this.#places(block, rows)
    const pages = new PageChanges()
    let patched = 0
    for (const [index, { before, after }] of rows.entries()) {
      if (sameWords(before, after)) continue
      patched++
      const old = termsOf(before)
      const now = termsOf(after)
      for (const term of old) if (!now.has(term)) pages.remove(term, places[index]!)
      for (const term of now) if (!old.has(term)) pages.add(term, places[index]!)
    }
    if (patched > mostPatched) return void this.#rewrite([block], none)
    this.#patch(block, pages)
    this.#store.writeNumbers(block, new Map(rows.map(({ after }, index) => [places[index]!, after])))
    this.#store.touch(block)
  }

  #remove(block: Block, wanted: readonly { row: number }[], removed: (row: number, message: Message) => void): number {
    const places = this.#places(block, wanted)
    const found = wanted.flatMap(({ row }, index) => {
      const at = places[index]!
      const message = this.#records.find(block, at, row)
      return message ? [{ row, at, message: plain(message) }] : []
    })
    for (const { row, message } of found) removed(row, message)
    if (found.length === block.live) {
      this.#store.remove(block)
      this.#blocks = this.#blocks.filter((other) => other !== block)
    } else if (found.length > mostPatched) this.#rewrite([block], new Set(found.map(({ row }) => row)))
    else if (found.length > 0) {
      const pages = new PageChanges()
      for (const { at, message } of found) for (const term of termsOf(message)) pages.remove(term, at)
      const isTelling = this.#patch(block, pages)
      this.#store.kill(block, found)
      this.#store.touch(block)
      if (isTelling) this.#rewrite([block], none)
    }
    return found.length
  }

  /** Answers whether the directory, which stays as it is, still tells a term that is gone: an address, perhaps. */
  #patch(block: Block, changes: PageChanges): boolean {
    if (changes.isEmpty) return false
    const directory = readDirectory(this.#database, block.id)
    let isTelling = false
    for (const [page, change] of changes.byPage(directory)) {
      const changed = changePage(readPage(this.#database, block.id, page), block.size, change, writePosting)
      this.#store.writePage(block, page, changed)
      const first = directory[page]!
      if (change.removed.has(first) && !listTerms(changed, termBytes(first)).includes(first)) isTelling = true
    }
    return isTelling
  }

  /** Where rows stand in their block. */
  #places(block: Block, rows: readonly { row: number }[]): number[] {
    const column = readBlockColumn(this.#database, block, 'row')
    return rows.map(({ row }) => placeOf(column, row))
  }

  #byBlock<Change extends { row: number }>(changes: readonly Change[]): Map<Block, Change[]> {
    const groups = new Map<Block, Change[]>()
    for (const change of changes) {
      const block = this.#blocks[this.#blockAfter(change.row) - 1]
      if (!block) continue
      const group = groups.get(block)
      if (group) group.push(change)
      else groups.set(block, [change])
    }
    return groups
  }

  /** Index of the first block that begins after the row. */
  #blockAfter(row: number): number {
    let low = 0
    let high = this.#blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#blocks[middle]!.first <= row) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Joins four neighbours of about the same size, so that small syncs leave few blocks and each row is moved seldom. */
  #compact(): void {
    for (let at = 0; at + 4 <= this.#blocks.length; at++) {
      const run = this.#blocks.slice(at, at + 4)
      const size = run.reduce((sum, block) => sum + block.live, 0)
      if (size > blockSize || new Set(run.map(tier)).size > 1) continue
      this.#rewrite(run, none)
      at = Math.max(-1, at - 4)
    }
  }
}

function sameWords(before: Message, after: Message): boolean {
  return (
    before.subject === after.subject &&
    before.from === after.from &&
    before.apiKey === after.apiKey &&
    (before.reason ?? '') === (after.reason ?? '') &&
    before.tags.join('\0') === after.tags.join('\0') &&
    JSON.stringify(before.meta ?? null) === JSON.stringify(after.meta ?? null)
  )
}
