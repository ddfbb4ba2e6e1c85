import type { Message, MessageRow, StoredMessage } from '#shared/domain/messages/record.ts'
import type { Database } from '../file/database.ts'
import { noBits, type Bits } from '../index/bits.ts'
import type { Block } from '../store/block.ts'
import { readLive, readPage } from '../store/block-store.ts'
import type { ColumnName, StoredColumns } from '../index/columns.ts'
import { eachEntryWith, listTerms, pageOf, readRange, readTerm, termBytes, type VisitEntry } from '../index/page.ts'
import type { StoredRecords, VisitRecord, VisitSubject } from '../store/stored-records.ts'
import type { PartCache } from './part-cache.ts'

/** Reads the parts of one block that a query needs. */
export class BlockReader {
  readonly block: Block
  readonly #database: Database
  readonly #cache: PartCache
  readonly #records: StoredRecords
  readonly #directory: readonly string[]
  readonly #columns: Partial<StoredColumns> = {}

  constructor(database: Database, block: Block, cache: PartCache) {
    this.#database = database
    this.block = block
    this.#cache = cache
    this.#records = cache.records
    this.#directory = cache.directory(block)
  }

  get size(): number {
    return this.block.size
  }

  none(): Bits {
    return noBits(this.block.size)
  }

  /** Rows that haven’t been removed. */
  live(): Bits {
    return readLive(this.#database, this.block)
  }

  column<Name extends ColumnName>(name: Name): StoredColumns[Name] {
    return (this.#columns[name] ??= this.#cache.column(this.block, name)) as StoredColumns[Name]
  }

  roughSize(): Uint8Array {
    return this.#cache.roughSize(this.block)
  }

  term(term: string): Bits {
    const bits = this.none()
    if (this.#directory.length > 0) readTerm(this.#page(pageOf(this.#directory, term)), termBytes(term), bits)
    return bits
  }

  /** Adds the rows of all terms with this prefix, each to the set that `into` returns for the term’s last byte. */
  range(prefix: string, into: (lastByte: number) => Bits | null): void {
    const bytes = termBytes(prefix)
    for (const page of this.#pagesFrom(prefix)) readRange(page, bytes, into)
  }

  /** All terms with this prefix, in order. */
  *terms(prefix: string): Generator<string> {
    const bytes = termBytes(prefix)
    for (const page of this.#pagesFrom(prefix)) yield* listTerms(page, bytes)
  }

  /**
   * Visits all terms with this prefix, and the locations of their postings, on the pages that `wants` accepts, without
   * allocating strings or arrays.
   */
  entries(prefix: string, visit: VisitEntry, wants: (page: Uint8Array) => boolean = () => true): void {
    const bytes = termBytes(prefix)
    for (const page of this.#pagesFrom(prefix)) if (wants(page)) eachEntryWith(page, bytes, visit)
  }

  /** Visits the subjects at these positions, in order. */
  subjects(positions: readonly number[], visit: VisitSubject): void {
    this.#records.visitSubjects(this.block, this.column('row'), positions, visit)
  }

  visit(positions: readonly number[], visit: VisitRecord): void {
    this.#records.visit(this.block, this.column('row'), positions, visit)
  }

  message(at: number): Message {
    return this.messageRow(at)
  }

  /** The complete message; null if it was removed. */
  stored(at: number): StoredMessage | null {
    return this.#records.find(this.block, at, this.column('row')[at]!)
  }

  messageRow(at: number): MessageRow {
    return this.#records.readRow(this.block, at, this.column('row')[at]!)
  }

  *#pagesFrom(prefix: string): Generator<Uint8Array> {
    const first = pageOf(this.#directory, prefix)
    for (let page = first; page < this.#directory.length; page++) {
      // A later page begins either with the prefix or after all terms with the prefix.
      if (page > first && !this.#directory[page]!.startsWith(prefix) && this.#directory[page]! > prefix) return
      yield this.#page(page)
    }
  }

  #page(page: number): Uint8Array {
    return readPage(this.#database, this.block.id, page)
  }
}
