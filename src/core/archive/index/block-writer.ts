import type { Message } from '#shared/domain/message/record.ts'
import type { Database } from '../database.ts'
import { readRow } from '../store/messages.ts'
import {
  readBlockColumn,
  readBlocks,
  readDirectory,
  readPage,
  type Block,
  type BlockStore,
  type IndexedRow,
} from './block-store.ts'
import { changePage, pageOf, type PageChange } from './page.ts'
import { writePosting } from './posting.ts'
import { termsOf } from './terms.ts'

/** `told` is what the service said, of which `after` was made. */
export type RowChange = { row: number; before: Message; after: Message; told: Message }

/** The most rows of a block: bits of 2 KB, a dictionary of some megabytes, 61 blocks for a million messages. */
export const blockSize = 16_384
/** Blocks below this are always joined with what comes next. */
const smallBlock = 512
/** Beyond so many rows with other words, writing the whole block is cheaper than changing its pages. */
const mostPatched = 200

/** Keeps the blocks in step with the messages, inside the transaction that changes them. */
export class BlockWriter {
  readonly #database: Database
  readonly #store: BlockStore
  #blocks: Block[]

  constructor(database: Database, store: BlockStore) {
    this.#database = database
    this.#store = store
    this.#blocks = readBlocks(database)
  }

  /** After a transaction that failed. */
  reload(): void {
    this.#blocks = readBlocks(this.#database)
  }

  apply(inserted: IndexedRow[], changed: readonly RowChange[]): void {
    const written = new Set(this.#insert(inserted.sort((a, b) => a.row - b.row)))
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
    let rows: IndexedRow[] = []
    const flush = (): void => {
      if (rows.length === 0) return
      this.#blocks.push(this.#store.write(rows))
      progress(rows.at(-1)!.row)
      rows = []
    }
    for (const found of this.#database.iterate('SELECT row, record FROM message ORDER BY row')) {
      rows.push(indexed(readRow(found)))
      if (rows.length === blockSize) flush()
    }
    flush()
  }

  /** Answers the blocks it wrote. */
  #insert(rows: IndexedRow[]): Block[] {
    const written = new Set<Block>()
    for (const group of this.#groups(rows)) {
      // A block that took in an earlier group was written from the records, and may hold this group already.
      const open = group.filter(({ row }) => !written.has(this.#holding(row)!))
      if (open.length > 0) for (const block of this.#place(open)) written.add(block)
    }
    return [...written]
  }

  /** Rows that fall into one block, or into the space before one. */
  #groups(rows: readonly IndexedRow[]): IndexedRow[][] {
    const groups = new Map<Block | number, IndexedRow[]>()
    for (const row of rows) {
      const place = this.#holding(row.row) ?? this.#blockAfter(row.row)
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

  #place(rows: readonly IndexedRow[]): Block[] {
    const inside = this.#holding(rows[0]!.row)
    if (inside) return this.#rewrite([inside], inside.first, inside.last)
    const at = this.#blockAfter(rows[0]!.row)
    const neighbour = [this.#blocks[at - 1], this.#blocks[at]].find((block) => block && joins(block, rows.length))
    if (neighbour) {
      const first = Math.min(neighbour.first, rows[0]!.row)
      return this.#rewrite([neighbour], first, Math.max(neighbour.last, rows.at(-1)!.row))
    }
    const written = pieces(rows).map((piece) => this.#store.write(piece))
    this.#blocks.push(...written)
    this.#blocks.sort((a, b) => a.first - b.first)
    return written
  }

  #rewrite(old: readonly Block[], first: number, last: number): Block[] {
    const rows = this.#database.all(
      'SELECT row, record FROM message WHERE row BETWEEN ? AND ? ORDER BY row',
      first,
      last,
    )
    for (const block of old) this.#store.remove(block)
    const written = pieces(rows.map((row) => indexed(readRow(row)))).map((piece) => this.#store.write(piece))
    const gone = new Set(old.map((block) => block.id))
    this.#blocks = [...this.#blocks.filter((block) => !gone.has(block.id)), ...written].sort(
      (a, b) => a.first - b.first,
    )
    return written
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
    const column = readBlockColumn(this.#database, block.id, 'row')
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

class PageChanges {
  readonly #added = new Map<string, number[]>()
  readonly #removed = new Map<string, number[]>()

  add(term: string, row: number): void {
    push(this.#added, term, row)
  }

  remove(term: string, row: number): void {
    push(this.#removed, term, row)
  }

  get isEmpty(): boolean {
    return this.#added.size + this.#removed.size === 0
  }

  byPage(directory: readonly string[]): Map<number, PageChange> {
    const pages = new Map<number, PageChange>()
    for (const kind of ['added', 'removed'] as const) {
      for (const [term, rows] of kind === 'added' ? this.#added : this.#removed) {
        const page = pageOf(directory, term)
        let change = pages.get(page)
        if (!change) pages.set(page, (change = { added: new Map(), removed: new Map() }))
        change[kind].set(term, rows)
      }
    }
    return pages
  }
}

function push(map: Map<string, number[]>, term: string, row: number): void {
  const rows = map.get(term)
  if (rows) rows.push(row)
  else map.set(term, [row])
}

function indexed({ row, complete: _complete, ...message }: ReturnType<typeof readRow>): IndexedRow {
  return { row, message }
}

function pieces(rows: readonly IndexedRow[]): IndexedRow[][] {
  const cut: IndexedRow[][] = []
  for (let at = 0; at < rows.length; at += blockSize) cut.push(rows.slice(at, at + blockSize))
  return cut
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
