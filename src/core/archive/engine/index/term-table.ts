import { ByteTable } from '../../../base/packs/byte-table.ts'
import { grown } from '../../../base/packs/bytes.ts'

/** A block’s distinct terms and the rows that contain them. Of a hundred thousand terms, most occur in only one row. */
export class TermTable extends ByteTable {
  #counts = new Uint32Array(1 << 15)
  #lastRows = new Int32Array(1 << 15).fill(-1)
  /** Pairs of a term and a row that contains it, in the order they were added. */
  #pairTerms = new Uint32Array(1 << 18)
  #pairRows = new Uint16Array(1 << 18)
  #pairs = 0

  constructor() {
    super(1 << 16)
  }

  override clear(): void {
    this.#counts.fill(0, 0, this.size)
    this.#lastRows.fill(-1, 0, this.size)
    this.#pairs = 0
    super.clear()
  }

  /** Rows must be added in order. A term that is in a row twice counts once. */
  put(term: number, row: number): void {
    if (term >= this.#counts.length) this.#growTerms()
    if (this.#lastRows[term] === row) return
    this.#lastRows[term] = row
    this.#counts[term]!++
    if (this.#pairs === this.#pairTerms.length) this.#growPairs()
    this.#pairTerms[this.#pairs] = term
    this.#pairRows[this.#pairs++] = row
  }

  /** The rows of all terms, one term after another, and where each term’s rows start. */
  rows(): { rows: Uint16Array; starts: Uint32Array } {
    const terms = this.size
    if (terms > this.#counts.length) this.#growTerms()
    const starts = new Uint32Array(terms + 1)
    for (let term = 0; term < terms; term++) starts[term + 1] = starts[term]! + this.#counts[term]!
    const next = starts.slice()
    const rows = new Uint16Array(this.#pairs)
    for (let pair = 0; pair < this.#pairs; pair++) rows[next[this.#pairTerms[pair]!]!++] = this.#pairRows[pair]!
    return { rows, starts }
  }

  #growTerms(): void {
    const before = this.#counts.length
    const room = Math.max(before * 2, this.size)
    this.#counts = grown(this.#counts, room)
    this.#lastRows = grown(this.#lastRows, room).fill(-1, before)
  }

  #growPairs(): void {
    this.#pairTerms = grown(this.#pairTerms, this.#pairs * 2)
    this.#pairRows = grown(this.#pairRows, this.#pairs * 2)
  }
}
