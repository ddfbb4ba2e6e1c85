import { isUtf8 } from 'node:buffer'
import { CsvCells, unfinished, unusual } from './csv-cells.ts'

const lineFeed = 10
/** Longer rows are left to the parser. */
const longestRow = 64 * 1024

/**
 * Receives a row as bytes, in which each cell is UTF-8 text. If it returns false, the row is passed on as strings. Both
 * arguments are reused for the next row.
 */
export type TakeRow = (bytes: Uint8Array, cells: CsvCells) => boolean

/**
 * Offers plain rows as bytes and leaves all other rows to the parser. Most files contain only plain rows and are read in a
 * third of the time, without garbage. The parser gets a line feed for each row that was taken, so that it counts lines
 * correctly.
 */
export class PlainRows {
  readonly #delimiter: number
  readonly #take: TakeRow
  readonly #cells = new CsvCells()
  #rest: Uint8Array = new Uint8Array()
  /** Holds the result of `leave` until the next chunk. */
  #left = new Uint8Array()
  /** Set once only the parser can find the end of a row. All further rows are left to it. */
  #isLost = false

  constructor(delimiter: number, take: TakeRow) {
    this.#delimiter = delimiter
    this.#take = take
  }

  /** Offers the chunk’s rows and returns the bytes that remain for the parser. */
  leave(chunk: Uint8Array): Uint8Array {
    if (this.#isLost) return chunk
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    if (this.#left.length < bytes.length) this.#left = new Uint8Array(bytes.length * 2)
    const left = this.#left
    let used = 0
    let at = 0
    while (at < bytes.length) {
      const next = this.#cells.read(bytes, at, this.#delimiter)
      if (next === unusual || (next === unfinished && bytes.length - at > longestRow)) {
        this.#isLost = true
        break
      }
      if (next === unfinished) break
      if (this.#isPlain(bytes, at, next) && this.#take(bytes, this.#cells)) left[used++] = lineFeed
      else {
        left.set(bytes.subarray(at, next), used)
        used += next - at
      }
      at = next
    }
    this.#rest = bytes.subarray(at)
    return this.#isLost ? Buffer.concat([left.subarray(0, used), this.end()]) : left.subarray(0, used)
  }

  /** Returns the last row if it has no line break. */
  end(): Uint8Array {
    const rest = this.#rest
    this.#rest = new Uint8Array()
    return rest
  }

  /** The parser skips blank lines and reports bytes that are not UTF-8. */
  #isPlain(bytes: Uint8Array, from: number, to: number): boolean {
    const { isPlain, isAscii, count, starts, ends } = this.#cells
    if (!isPlain || (count === 1 && starts[0] === ends[0])) return false
    return isAscii || isUtf8(bytes.subarray(from, to))
  }
}
