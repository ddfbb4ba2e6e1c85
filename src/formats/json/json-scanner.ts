import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isSpace,
  lastByteBefore,
  lineFeed,
  openBrace,
  openBracket,
  quote,
  recordHead,
} from './json-bytes.ts'
import type { JsonShape, JsonSpan } from './json-span.ts'

type Phase = 'before' | 'between' | 'record' | 'resync' | 'stray' | 'after'

/**
 * The maximum depth of nested values. A broken record is read again from each object inside it, so nesting multiplies
 * the work.
 */
const maxDepth = 64
/** The maximum number of values in a record. A saved response with thousands of messages contains fewer. */
const mostValues = 250_000
/** The maximum number of fields in an object: the parser takes a second for a quarter of a million. */
const mostFields = 16_384

/** How much of a file that is not JSON, such as an HTML page, is kept to show to the user. */
const foreignBytesKept = 500

/**
 * Finds the records of an array, of a single object or of one object per line in bytes that arrive in chunks.
 *
 * It knows only brackets, strings and what may precede them; JSON.parse judges the rest. That is enough to notice
 * within a few bytes that a quote or a brace is missing, where counting braces would lose every record after the bad
 * one. It then looks for the next position at which a record begins like the earlier ones (`,{"id"`).
 */
export class JsonScanner {
  shape: JsonShape = 'none'
  /** For an array: its closing bracket was found. For other shapes: no record is open. */
  isClosed = false
  /** The number of bytes after the closing bracket, excluding blanks. */
  trailingBytes = 0
  bytes: Buffer = Buffer.allocUnsafe(256 * 1024)

  #length = 0
  #at = 0
  #start = 0
  #phase: Phase = 'before'
  #inString = false
  #depth = 0
  #values = 0
  /** The number of fields at each open level. */
  readonly #fields = new Uint32Array(maxDepth)
  /** The problem of the record that is being skipped. */
  #problem = ''
  readonly #stack = new Uint8Array(maxDepth)
  #head: Buffer | null = null
  #isOversized = false
  #objects = 0
  readonly #maxRecordBytes: number

  constructor(maxRecordBytes: number) {
    this.#maxRecordBytes = maxRecordBytes
  }

  /** The spans remain valid until the next push. */
  push(chunk: Uint8Array): JsonSpan[] {
    this.#append(chunk)
    const spans: JsonSpan[] = []
    let isMoving = true
    while (isMoving) isMoving = this.#step(spans)
    return spans
  }

  /** Must be called after the last chunk. Returns the record that is still open, or null. */
  end(): JsonSpan | null {
    if (this.#phase === 'record') return this.#leftOver('cut off before its end')
    if (this.#phase === 'stray') return this.#leftOver(this.#strayProblem())
    if (this.#phase !== 'resync' || this.#isOversized) return null
    const span = this.#leftOver(this.#problem)
    if (this.shape === 'array' && this.#endsClosed()) this.isClosed = true
    return span
  }

  #leftOver(problem: string): JsonSpan {
    return { start: this.#start, end: this.#length, problem }
  }

  /** Whether the text ends with the array’s closing bracket, right after that of a record or of a list in one. */
  #endsClosed(): boolean {
    let at = this.#length - 1
    while (at > this.#start && isSpace(this.bytes[at])) at -= 1
    if (this.bytes[at] !== closeBracket || at === this.#start) return false
    const before = lastByteBefore(this.bytes, at)
    return before === closeBrace || before === closeBracket
  }

  #strayProblem(): string {
    return this.shape === 'foreign' ? 'not JSON' : 'not an object'
  }

  /** Drops the bytes that were read and makes room. Only the new chunk and one record are kept in memory. */
  #append(chunk: Uint8Array): void {
    const isHolding = this.#phase === 'record' || this.#phase === 'resync' || this.#phase === 'stray'
    const keepFrom = isHolding ? this.#start : this.#at
    const kept = this.#length - keepFrom
    const needed = kept + chunk.length
    const target = needed > this.bytes.length ? Buffer.allocUnsafe(needed * 2) : this.bytes
    if (keepFrom > 0 || target !== this.bytes) this.bytes.copy(target, 0, keepFrom, this.#length)
    target.set(chunk, kept)
    this.bytes = target
    this.#length = needed
    this.#at -= keepFrom
    this.#start -= keepFrom
  }

  /** One step of the state machine. Returns false if more bytes are needed. */
  #step(spans: JsonSpan[]): boolean {
    if (this.#phase === 'record') return this.#scanRecord(spans)
    if (this.#phase === 'resync') return this.#resync(spans)
    if (this.#phase === 'stray') return this.#skipStray(spans)
    while (this.#at < this.#length) {
      const byte = this.bytes[this.#at]!
      const isFiller = isSpace(byte) || (this.#phase === 'between' && byte === comma)
      const isMark = this.#phase === 'before' && (byte === 0xef || byte === 0xbb || byte === 0xbf)
      if (!isFiller && !isMark) {
        if (this.#phase !== 'after') return this.#begin(byte)
        this.trailingBytes += 1
      }
      this.#at += 1
    }
    return false
  }

  #begin(byte: number): boolean {
    this.#start = this.#at
    if (this.#phase === 'before' && byte === openBracket) {
      this.shape = 'array'
      this.#phase = 'between'
      this.#at += 1
    } else if (byte === openBrace || (byte === openBracket && this.shape === 'array')) {
      this.#openRecord()
    } else if (byte === closeBracket && this.shape === 'array') {
      this.isClosed = true
      this.#phase = 'after'
      this.#at += 1
    } else {
      if (this.#phase === 'before') this.shape = 'foreign'
      this.#phase = 'stray'
      this.isClosed = false
      this.#at += 1
    }
    return true
  }

  #openRecord(): void {
    this.#phase = 'record'
    this.#depth = 0
    this.#inString = false
    this.#values = 0
    if (this.shape === 'array') return
    this.#objects += 1
    this.shape = this.#objects === 1 ? 'object' : 'lines'
    this.isClosed = false
  }

  #scanRecord(spans: JsonSpan[]): boolean {
    const { bytes } = this
    const length = this.#length
    const stack = this.#stack
    const fields = this.#fields
    let at = this.#at
    let depth = this.#depth
    let inString = this.#inString
    let values = this.#values
    while (at < length) {
      const byte = bytes[at]!
      if (inString) {
        if (byte === backslash) {
          // The escaped byte may be in the next chunk, so the backslash is read again together with it.
          if (at + 1 === length) break
          at += 1
        } else if (byte === quote) {
          inString = false
        } else if (byte < 0x20) {
          return this.#fail()
        }
      } else if (byte === quote) {
        const before = lastByteBefore(this.bytes, at)
        if (before !== comma && before !== colon && before !== openBrace && before !== openBracket) return this.#fail()
        inString = true
      } else if (byte === openBrace || byte === openBracket) {
        const isMisplaced = depth > 0 && stack[depth - 1] === openBrace && lastByteBefore(this.bytes, at) !== colon
        if (isMisplaced || depth === maxDepth) return this.#fail()
        stack[depth] = byte
        fields[depth] = 0
        depth += 1
      } else if (byte === closeBrace || byte === closeBracket) {
        // In ASCII, the code of a closing bracket or brace is that of the opening one plus two.
        if (stack[depth - 1] !== byte - 2) return this.#fail()
        depth -= 1
        if (depth === 0) {
          this.#finish(spans, at + 1)
          return true
        }
      } else if (byte === comma) {
        if (++values > mostValues) return this.#fail(`too large: it has more than ${mostValues} values`)
        if (stack[depth - 1] === openBrace && ++fields[depth - 1]! > mostFields) {
          return this.#fail(`too large: it has more than ${mostFields} fields`)
        }
      }
      at += 1
    }
    this.#at = at
    this.#depth = depth
    this.#inString = inString
    this.#values = values
    if (length - this.#start <= this.#maxRecordBytes) return false
    return this.#fail()
  }

  #finish(spans: JsonSpan[], end: number): void {
    this.#head ??= recordHead(this.bytes, this.#start)
    spans.push({ start: this.#start, end, problem: '' })
    this.#at = end
    this.#phase = 'between'
    this.isClosed = this.shape !== 'array'
  }

  #fail(problem = 'not valid JSON'): boolean {
    this.#problem = problem
    this.#head ??= recordHead(this.bytes, this.#start)
    this.#phase = 'resync'
    this.#isOversized = false
    this.#at = this.#start + 1
    return true
  }

  #resync(spans: JsonSpan[]): boolean {
    const head = this.#head ?? Buffer.from('{')
    for (;;) {
      const found = this.bytes.subarray(0, this.#length).indexOf(head, this.#at)
      if (found === -1) break
      if (this.#isBoundary(found)) {
        this.#reportBad(spans, found, this.#problem)
        this.#start = found
        this.#at = found
        this.#openRecord()
        return true
      }
      this.#at = found + 1
    }
    this.#at = Math.max(this.#at, this.#length - head.length + 1)
    if (this.#length - this.#start > this.#maxRecordBytes) {
      this.#reportBad(spans, this.#start + foreignBytesKept, `longer than ${this.#maxRecordBytes} bytes`)
      this.#isOversized = true
      // The search for a boundary scans back over blanks and a comma, so a few bytes must be kept.
      this.#start = Math.max(this.#start, this.#at - 64)
    }
    return false
  }

  #reportBad(spans: JsonSpan[], end: number, problem: string): void {
    if (!this.#isOversized) spans.push({ start: this.#start, end, problem })
  }

  /** A record begins after a comma or at the start of a line. */
  #isBoundary(at: number): boolean {
    let index = at - 1
    let isNewLine = false
    while (index > this.#start && isSpace(this.bytes[index])) {
      isNewLine ||= this.bytes[index] === lineFeed
      index -= 1
    }
    return this.bytes[index] === comma || (isNewLine && this.shape !== 'array')
  }

  /** Skips anything that is not a record, up to the next position at which a record may begin. */
  #skipStray(spans: JsonSpan[]): boolean {
    while (this.#at < this.#length) {
      const byte = this.bytes[this.#at]
      const isEnd = byte === comma || byte === openBrace || byte === lineFeed || byte === closeBracket
      if (isEnd && this.shape !== 'foreign') {
        spans.push({ start: this.#start, end: this.#at, problem: this.#strayProblem() })
        this.#phase = 'between'
        return true
      }
      this.#at += 1
    }
    // Only the beginning of a file that is not JSON is kept, to be shown.
    if (this.shape === 'foreign') this.#length = Math.min(this.#length, this.#start + foreignBytesKept)
    this.#at = this.#length
    return false
  }
}
