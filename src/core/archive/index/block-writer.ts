import type { Message } from '#shared/domain/message/record.ts'
import type { Database, Row } from '../database.ts'
import { readRow } from '../store/messages.ts'
import { blockSize } from './block-draft.ts'
import {
  readBlockColumn,
  readBlocks,
  readDirectory,
  readPage,
  type Block,
  type BlockStore,
  type IndexedRow,
} from './block-store.ts'
import { PageChanges } from './page-changes.ts'
import { changePage } from './page.ts'
import { writePosting } from './posting.ts'
import { termsOf } from './terms.ts'

export type RowChange = { row: number; before: Message; after: Message }

/** Blocks below this are always joined with what comes next. */
const smallBlock = 512
/** Beyond so many rows with other words, writing the whole block is cheaper than changing its pages. */
const mostPatched = 200

/** Keeps the blocks in step with the messages, inside the transaction that changes them. */
export class BlockWriter {
  readonly #database: Database
  readonly #store: BlockStore
  #blocks: Block[]
  /** Rows of this transaction, as they came. */
  #news: number[] = []
  /** Whether the draft holds exactly those, as they are now. */
  #isDrafted = true

  constructor(database: Database, store: BlockStore) {
    this.#database = database
    this.#store = store
    this.#blocks = readBlocks(database)
  }

  /** At the start of a transaction; the one before may have failed. */
  begin(): void {
    this.#news = []
    this.#isDrafted = true
    this.#store.draft.clear()
  }

  /** After a transaction that failed. */
  reload(): void {
    this.#blocks = readBlocks(this.#database)
  }

  /** A new record. Where they come in the order of time, as they do from the service, their block is built on the way. */
  add(row: number, message: Message): void {
    this.#news.push(row)
    this.#isDrafted &&= this.#store.draft.takes(row)
    if (this.#isDrafted) this.#store.draft.add(row, message)
  }

  apply(changed: readonly RowChange[]): void {
    const news = this.#news.sort((a, b) => a - b)
    if (changed.some(({ row }) => isAmong(news, row))) this.#isDrafted = false
    const written = new Set(this.#insert(news))
    // A block that was written a moment ago was written from the changed records already.
    for (const [block, rows] of this.#byBlock(changed)) if (!written.has(block)) this.#change(block, rows)
    this.#compact()
  }

  remove(rows: readonly IndexedRow[]): void {
    for (const [block, group] of this.#byBlock(rows)) this.#remove(block, group)
    this.#compact()
  }

  /** Throws every block away and writes them from the records. */
  rebuild(progress: (row: number) => void): void {
    this.#store.removeAll()
    this.#blocks = []
    let rows: Row[] = []
    const flush = (): void => {
      if (rows.length === 0) return
      this.#blocks.push(...this.#writeFrom(rows))
      progress(Number(rows.at(-1)!.row))
      rows = []
    }
    for (const found of this.#database.iterate('SELECT row, record FROM message ORDER BY row')) {
      if (rows.push(found) === blockSize) flush()
    }
    flush()
  }

  /** Answers the blocks it wrote. */
  #insert(rows: readonly number[]): Block[] {
    const written = new Set<Block>()
    const groups = this.#groups(rows)
    this.#isDrafted &&= groups.length === 1
    for (const group of groups) {
      // A block that took in an earlier group was written from the records, and may hold this group already.
      const open = group.filter((row) => !written.has(this.#holding(row)!))
      if (open.length > 0) for (const block of this.#place(open)) written.add(block)
    }
    return [...written]
  }

  /** Rows that fall into one block, or into the space before one. */
  #groups(rows: readonly number[]): number[][] {
    const groups = new Map<Block | number, number[]>()
    for (const row of rows) {
      const place = this.#holding(row) ?? this.#blockAfter(row)
      const group = groups.get(place)
      if (group) group.push(row)
      else groups.set(place, [row])
    }
    return [...groups.values()]
  }

  #holding(row: number): Block | null {
    const block = this.#blocks[this.#blockAfter(row) - 1]
    return block && row <= block.last ? block : null
  }

  #place(rows: readonly number[]): Block[] {
    const [first, last] = [rows[0]!, rows.at(-1)!]
    const inside = this.#holding(first)
    if (inside) return this.#rewrite([inside], inside.first, inside.last)
    const at = this.#blockAfter(first)
    const neighbour = [this.#blocks[at - 1], this.#blocks[at]].find((block) => block && joins(block, rows.length))
    if (neighbour) return this.#rewrite([neighbour], Math.min(neighbour.first, first), Math.max(neighbour.last, last))
    const written = this.#isDrafted ? [this.#store.writeDraft()] : this.#writeFrom(this.#read(first, last))
    this.#blocks.push(...written)
    this.#blocks.sort((a, b) => a.first - b.first)
    return written
  }

  #rewrite(old: readonly Block[], first: number, last: number): Block[] {
    for (const block of old) this.#store.remove(block)
    const written = this.#writeFrom(this.#read(first, last))
    const gone = new Set(old.map((block) => block.id))
    this.#blocks = [...this.#blocks.filter((block) => !gone.has(block.id)), ...written].sort(
      (a, b) => a.first - b.first,
    )
    return written
  }

  #read(first: number, last: number): Row[] {
    return this.#database.all('SELECT row, record FROM message WHERE row BETWEEN ? AND ? ORDER BY row', first, last)
  }

  #writeFrom(rows: readonly Row[]): Block[] {
    return pieces(rows).map((piece) => this.#store.write(indexed(piece)))
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
    if (patched > mostPatched) return void this.#rewrite([block], block.first, block.last)
    this.#patch(block, pages)
    this.#store.writeNumbers(block, new Map(rows.map(({ after }, index) => [places[index]!, after])))
    this.#store.touch(block)
  }

  #remove(block: Block, rows: readonly IndexedRow[]): void {
    if (rows.length === block.live) {
      this.#store.remove(block)
      this.#blocks = this.#blocks.filter((other) => other !== block)
      return
    }
    if (rows.length > mostPatched) return void this.#rewrite([block], block.first, block.last)
    const places = this.#places(block, rows)
    const pages = new PageChanges()
    for (const [index, { message }] of rows.entries()) {
      for (const term of termsOf(message)) pages.remove(term, places[index]!)
    }
    this.#patch(block, pages)
    this.#store.kill(block, places)
    this.#store.touch(block)
  }

  #patch(block: Block, changes: PageChanges): void {
    if (changes.isEmpty) return
    const directory = readDirectory(this.#database, block.id)
    for (const [page, change] of changes.byPage(directory)) {
      const changed = changePage(readPage(this.#database, block.id, page), block.size, change, writePosting)
      this.#store.writePage(block, page, changed)
    }
  }

  /** Where rows stand in their block. */
  #places(block: Block, rows: readonly { row: number }[]): number[] {
    const column = readBlockColumn(this.#database, block, 'row')
    return rows.map(({ row }) => {
      let low = 0
      let high = column.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if (column[middle]! < row) low = middle + 1
        else high = middle
      }
      return low
    })
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
      this.#rewrite(run, run[0]!.first, run[3]!.last)
      at = Math.max(-1, at - 4)
    }
  }
}

/** One at a time: the text of a record is small beside what is read from it. */
function* indexed(rows: readonly Row[]): Generator<IndexedRow> {
  for (const found of rows) {
    const { row, complete: _complete, ...message } = readRow(found)
    yield { row, message }
  }
}

function pieces(rows: readonly Row[]): (readonly Row[])[] {
  const cut: (readonly Row[])[] = []
  for (let at = 0; at < rows.length; at += blockSize) cut.push(rows.slice(at, at + blockSize))
  return cut
}

function isAmong(sorted: readonly number[], row: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < row) low = middle + 1
    else high = middle
  }
  return sorted[low] === row
}

function joins(block: Block, more: number): boolean {
  const size = block.live + more
  return size <= blockSize && (block.live <= more * 4 || size <= smallBlock)
}

function tier({ live }: Block): number {
  return Math.max(0, Math.floor(Math.log(live / smallBlock) / Math.log(4)))
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
