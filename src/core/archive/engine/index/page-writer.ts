import { cutAt, type ByteWriter } from '../../../base/packs/bytes.ts'
import type { Bits } from './bits.ts'
import { writePosting, writeSet } from './posting.ts'
import type { TermTable } from './term-table.ts'

export type Dictionary = {
  directory: string[]
  pages: Uint8Array[]
}

export type Postings = { rows: Uint16Array; starts: Uint32Array }

/**
 * A page ends when it reaches this many bytes, which is small enough to scan and large enough to keep the number of
 * pages low.
 */
const pageBytes = 4096
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Writes terms, which must arrive in order, and divides them into pages. */
export class PageWriter {
  readonly #table: TermTable
  readonly #postings: Postings
  readonly #size: number
  readonly #directory: string[] = []
  readonly #ends: number[] = []
  readonly #out: ByteWriter
  #start = 0

  /** `out` must be empty. It can be reused after `finish`. */
  constructor(table: TermTable, postings: Postings, size: number, out: ByteWriter) {
    this.#table = table
    this.#postings = postings
    this.#size = size
    this.#out = out
  }

  isValue(term: number): boolean {
    return this.#table.arena[this.#table.start(term)] === 1
  }

  write(term: number): void {
    const { rows, starts } = this.#postings
    this.#term(this.#table.arena, this.#table.start(term), this.#table.end(term))
    this.#posting(rows, starts[term]!, starts[term + 1]!)
  }

  /** Writes a term that is not in the table. */
  writeText(term: string, rows: Bits): void {
    const bytes = encoder.encode(term)
    this.#term(bytes, 0, bytes.length)
    writeSet(this.#out, rows, this.#size)
    this.#closePage()
  }

  finish(): Dictionary {
    if (this.#out.length > this.#start) this.#endPage()
    return { directory: this.#directory, pages: cutAt(this.#out.take(), this.#ends) }
  }

  #term(bytes: Uint8Array, start: number, end: number): void {
    if (this.#out.length === this.#start) this.#directory.push(decoder.decode(bytes.subarray(start, end)))
    this.#out.varint(end - start)
    this.#out.some(bytes, start, end)
  }

  #posting(rows: ArrayLike<number>, from: number, to: number): void {
    writePosting(this.#out, rows, this.#size, from, to)
    this.#closePage()
  }

  #closePage(): void {
    if (this.#out.length - this.#start >= pageBytes) this.#endPage()
  }

  #endPage(): void {
    this.#start = this.#out.length
    this.#ends.push(this.#start)
  }
}
