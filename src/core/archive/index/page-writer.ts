import { ByteWriter } from './bytes.ts'
import { writePosting } from './posting.ts'
import type { TermTable } from './term-table.ts'

export type Dictionary = {
  /** The first term of each page. */
  directory: string[]
  pages: Uint8Array[]
}

export type Postings = { rows: Uint16Array; starts: Uint32Array }

/** Pages are cut when they pass this many bytes: small enough to search through, large enough to be few. */
const pageBytes = 4096
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Cuts the terms into pages as they come, in order. */
export class PageWriter {
  readonly #table: TermTable
  readonly #postings: Postings
  readonly #size: number
  readonly #directory: string[] = []
  readonly #pages: Uint8Array[] = []
  readonly #out = new ByteWriter()

  constructor(table: TermTable, postings: Postings, size: number) {
    this.#table = table
    this.#postings = postings
    this.#size = size
  }

  isValue(term: number): boolean {
    return this.#table.arena[this.#table.start(term)] === 1
  }

  write(term: number): void {
    const { rows, starts } = this.#postings
    this.#term(this.#table.arena, this.#table.start(term), this.#table.end(term))
    this.#posting(rows, starts[term]!, starts[term + 1]!)
  }

  /** A term that is not in the table. */
  writeText(term: string, rows: readonly number[]): void {
    const bytes = encoder.encode(term)
    this.#term(bytes, 0, bytes.length)
    this.#posting(rows, 0, rows.length)
  }

  finish(): Dictionary {
    if (this.#out.length > 0) this.#pages.push(this.#out.take())
    return { directory: this.#directory, pages: this.#pages }
  }

  #term(bytes: Uint8Array, start: number, end: number): void {
    if (this.#out.length === 0) this.#directory.push(decoder.decode(bytes.subarray(start, end)))
    this.#out.varint(end - start)
    this.#out.some(bytes, start, end)
  }

  #posting(rows: ArrayLike<number>, from: number, to: number): void {
    writePosting(this.#out, rows, this.#size, from, to)
    if (this.#out.length >= pageBytes) this.#pages.push(this.#out.take())
  }
}
