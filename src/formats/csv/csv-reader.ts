import { TextDecoder } from 'node:util'
import { CsvParser } from './csv-parser.ts'
import type { CsvParseOptions } from './csv-parser.ts'
import { PlainRows, type TakeRow } from './csv-plain-rows.ts'

export { CsvError } from './csv-parser.ts'
export type { CsvProblem } from './csv-parser.ts'

const lineFeed = 10

export type CsvReadOptions = CsvParseOptions & {
  /** Defaults to UTF-8, or to UTF-16 if the file begins with a UTF-16 byte order mark. */
  encoding?: 'utf-8' | 'utf-16le' | 'windows-1252'
}

/** A few thousand rows, and the line at which each row begins. */
export type CsvBatch = {
  rows: string[][]
  lines: number[]
}

/**
 * Reads a csv file’s rows in batches, from bytes as they arrive. LF, CRLF and CR end a line, blank lines are skipped, and
 * chunks may end anywhere. Throws a CsvError that names the line.
 */
export class CsvLines {
  readonly #parser: CsvParser
  readonly #decoder: CsvDecoder
  #hasHeading = false
  #plain: PlainRows | null = null

  constructor(options: CsvReadOptions) {
    this.#parser = new CsvParser(options)
    this.#decoder = new CsvDecoder(this.#parser, options.encoding)
  }

  /** Whether the file begins with a UTF-8 byte order mark. Known once a row has been read. */
  get isMarked(): boolean {
    return this.#decoder.isMarked
  }

  /** Whether the file ended without a line break, so that its last row may be truncated. Known after `end`. */
  get endsOpen(): boolean {
    return this.#parser.endsOpen
  }

  /**
   * Offers the rows after the heading as bytes; rows that are not taken are returned in batches. Must be called when the
   * heading arrives. UTF-8 only: in UTF-8, no other character contains the delimiter’s byte.
   */
  offerRows(take: TakeRow): void {
    const delimiter = this.#parser.delimiterOfNextRow
    if (delimiter !== null && this.#decoder.isUtf8) this.#plain = new PlainRows(delimiter, take)
  }

  /** Must be iterated to its end before the next chunk is pushed. */
  *push(chunk: Uint8Array): Generator<CsvBatch> {
    let rest = chunk
    if (!this.#hasHeading) {
      const end = chunk.indexOf(lineFeed) + 1
      yield* this.#read(chunk.subarray(0, end))
      rest = chunk.subarray(end)
    }
    yield* this.#read(this.#plain?.leave(rest) ?? rest)
  }

  *end(): Generator<CsvBatch> {
    if (this.#plain) yield* this.#read(this.#plain.end())
    yield* this.#batches(this.#parser.end(this.#decoder.end()))
  }

  #read(bytes: Uint8Array): Generator<CsvBatch> {
    return this.#batches(this.#parser.push(this.#decoder.decode(bytes)))
  }

  *#batches(first: string[][]): Generator<CsvBatch> {
    if (first.length > 0) this.#hasHeading = true
    yield { rows: first, lines: this.#parser.lines }
    while (this.#parser.hasMore) yield { rows: this.#parser.more(), lines: this.#parser.lines }
  }
}

/**
 * Decodes bytes and rejects those that are invalid in the encoding: a wrong guess must not turn names into question marks.
 */
class CsvDecoder {
  isMarked = false
  #head: Uint8Array = new Uint8Array()
  #decoder: TextDecoder | null = null
  readonly #parser: CsvParser
  readonly #encoding: string | undefined

  constructor(parser: CsvParser, encoding: string | undefined) {
    this.#parser = parser
    this.#encoding = encoding
  }

  get isUtf8(): boolean {
    return this.#decoder?.encoding === 'utf-8'
  }

  decode(chunk: Uint8Array): string {
    if (this.#decoder) return this.#run(this.#decoder, chunk, true)
    // The encoding is known from a byte order mark of up to three bytes, which may be split across chunks.
    const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    if (bytes.length < 3) {
      this.#head = bytes
      return ''
    }
    this.#decoder = this.#create(bytes)
    return this.#run(this.#decoder, bytes, true)
  }

  end(): string {
    if (this.#decoder) return this.#run(this.#decoder, new Uint8Array(), false)
    return this.#run(this.#create(this.#head), this.#head, false)
  }

  #create(bytes: Uint8Array): TextDecoder {
    this.isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    return new TextDecoder(this.#encoding ?? (isUtf16 ? 'utf-16le' : 'utf-8'), { fatal: true })
  }

  #run(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      // The decoder doesn’t say where it failed, so the position of the first replacement character is used.
      const lenient = new TextDecoder(decoder.encoding).decode(bytes)
      const before = lenient.slice(0, Math.max(0, lenient.indexOf('\uFFFD', 1)))
      throw this.#parser.errorAfter(before, `not valid ${decoder.encoding.toUpperCase()} text`)
    }
  }
}
