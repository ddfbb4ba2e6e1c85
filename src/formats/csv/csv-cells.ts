const quote = 34
const lineFeed = 10
const carriageReturn = 13
/** How many cells of a row are recorded. */
const mostCells = 64

/** Returned if the row does not end within the given bytes. */
export const unfinished = -1
/** Returned if a quote is misplaced or the row ends with a lone CR, so that the parser must read the row. */
export const unusual = -2

/**
 * Finds a row’s cells in ASCII or UTF-8 bytes. Nothing is copied or decoded, because most rows are read once and never
 * looked at again: an import of a million rows takes a third of the time that it takes with `CsvParser`, which reads every
 * unusual row. Tests prove that both find the same row ends.
 */
export class CsvCells {
  readonly starts = new Uint32Array(mostCells)
  readonly ends = new Uint32Array(mostCells)
  count = 0
  /** Whether each cell is exactly the text between its start and its end. */
  isPlain = false
  isAscii = false

  /** Reads the row that begins at `at` and returns the start of the next row. */
  read(bytes: Uint8Array, at: number, delimiter: number): number {
    this.count = 0
    this.isPlain = true
    let all = 0
    for (;;) {
      let start = at
      let end: number
      if (bytes[at] === quote) {
        start = at + 1
        end = this.#closingQuote(bytes, start)
        if (end === unfinished) return unfinished
        for (let byte = start; byte < end; byte++) all |= bytes[byte]!
        at = end + 1
        const next = bytes[at]
        if (next !== delimiter && next !== lineFeed && next !== carriageReturn && at < bytes.length) return unusual
      } else {
        for (; at < bytes.length; at++) {
          const byte = bytes[at]!
          if (byte === delimiter || byte === lineFeed || byte === carriageReturn) break
          all |= byte
        }
        end = at
      }
      if (at === bytes.length) return unfinished
      if (this.count < mostCells) {
        this.starts[this.count] = start
        this.ends[this.count] = end
      } else this.isPlain = false
      this.count++
      if (bytes[at] === delimiter) {
        at++
        continue
      }
      this.isAscii = all < 128
      if (bytes[at] === lineFeed) return at + 1
      // If this is a CR, its LF may be in the next chunk.
      if (at + 1 === bytes.length) return unfinished
      return bytes[at + 1] === lineFeed ? at + 2 : unusual
    }
  }

  #closingQuote(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === lineFeed || byte === carriageReturn) this.isPlain = false
      if (byte !== quote) continue
      if (at + 1 === bytes.length) return unfinished
      if (bytes[at + 1] !== quote) return at
      this.isPlain = false
      at++
    }
    return unfinished
  }
}
