import { isUtf8 } from 'node:buffer'
import { type EndObserver, observeEnd } from '#formats/index.ts'
import { exportFields } from '#shared/domain/exports/export-columns.ts'
import type { FileType } from '#shared/contract/base/file-type.ts'

/** `isOther`: the response completed, but it isn’t an export. */
export type ExportEnd = { isWhole: true } | { isWhole: false; reason: string; isOther?: true }

export type ExportObserver = { push(chunk: Uint8Array): void; end(): ExportEnd }

/**
 * Observes an export as it is read and reports at the end whether it is an export and complete. If the connection
 * guarantees the length (`isFramed`), the only remaining fault is a response that the service itself cut short, which the
 * first and last characters reveal. Examining every byte takes longer than receiving it (200 MB/s).
 */
export function observeExport(fileType: FileType, isFramed: boolean): ExportObserver {
  switch (fileType) {
    case 'json':
      return new JsonExport(isFramed ? new JsonEdges() : observeEnd('json'))
    case 'csv':
      return new CsvExport(isFramed ? new LastLine() : observeEnd('csv'))
    case 'xls':
    case 'xlsx':
      return observeEnd(fileType)
  }
}

const names: ReadonlySet<string> = new Set(exportFields.map((name) => name.toLowerCase()))

/** Whether this is an export record, even a damaged one. An error with status 200 has none of a record’s fields. */
export function looksLikeRecord(raw: unknown): boolean {
  if (typeof raw === 'string') return raw.trimStart().startsWith('{')
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return false
  return Object.keys(raw).some((key) => names.has(key.toLowerCase()))
}

export const notRecords = 'none of its records has a field that exports have'
const notJson = 'The file is not valid JSON.'

const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}' }
/** The characters that can follow the first bracket, and the characters that can precede the last bracket. */
const afterFirst: Readonly<Record<string, string>> = { '[': '{]', '{': '"}' }
const beforeLast = '[{}'

/** Judges a JSON file by its first two and last two visible characters. */
export class JsonEdges implements EndObserver {
  #first = ''
  #last = ''

  push(chunk: Uint8Array): void {
    if (this.#first.length < 2) this.#first = (this.#first + visible(chunk, 1)).slice(0, 2)
    this.#last = (this.#last + reversed(visible(chunk, -1))).slice(-2)
  }

  end(): ExportEnd {
    const [open = '', inner = ''] = this.#first
    if (open === '') return { isWhole: false, reason: 'The file is empty.' }
    const expected = closing[open]
    if (expected === undefined) return { isWhole: false, reason: 'The file is not JSON.' }
    if (!this.#last.endsWith(expected)) {
      return { isWhole: false, reason: 'The file does not end with a closing bracket.' }
    }
    const isFine = afterFirst[open]!.includes(inner) && (expected !== ']' || beforeLast.includes(this.#last[0]!))
    return isFine ? { isWhole: true } : { isWhole: false, reason: notJson }
  }
}

/**
 * Returns the first two visible ASCII characters of a chunk, from its beginning or from its end. A byte order mark is
 * skipped.
 */
function visible(chunk: Uint8Array, step: 1 | -1): string {
  let found = ''
  for (let at = step === 1 ? 0 : chunk.length - 1; at >= 0 && at < chunk.length && found.length < 2; at += step) {
    const byte = chunk[at]!
    if (byte > 0x20 && byte < 0x7f) found += String.fromCharCode(byte)
  }
  return found
}

function reversed(text: string): string {
  return text.length < 2 ? text : text[1]! + text[0]!
}

/** Error and login pages are smaller. A larger file is read record by record when it is imported. */
const parsedWhole = 1024 * 1024

/** Checks that the entire file is UTF-8 and begins and ends like a list of records; a small file is also parsed. */
class JsonExport implements ExportObserver {
  readonly #end: EndObserver
  readonly #edges = new JsonEdges()
  #small: Buffer[] | null = []
  #bytes = 0
  /** The beginning of a character that continues in the next chunk. */
  #begun: Buffer = Buffer.alloc(0)
  #isUtf8 = true

  constructor(end: EndObserver) {
    this.#end = end
  }

  push(chunk: Uint8Array): void {
    this.#end.push(chunk)
    this.#edges.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > parsedWhole) this.#small = null
    // A copy, because the chunk’s memory is reused.
    this.#small?.push(Buffer.from(chunk))
    if (this.#isUtf8) this.#checkEncoding(chunk)
  }

  end(): ExportEnd {
    const end = this.#end.end()
    if (!end.isWhole) return end
    if (!this.#isUtf8 || this.#begun.length > 0)
      return { isWhole: false, reason: 'The file is not encoded as UTF-8.', isOther: true }
    const edges = this.#edges.end()
    if (!edges.isWhole || this.#small === null) return edges
    const records = parse(
      Buffer.concat(this.#small)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
    if (records === null) return { isWhole: false, reason: notJson }
    if (records.length === 0 || records.some(looksLikeRecord)) return { isWhole: true }
    return { isWhole: false, reason: notRecords, isOther: true }
  }

  #checkEncoding(chunk: Uint8Array): void {
    let start = 0
    let { length } = chunk
    if (this.#begun.length > 0) {
      while (start < chunk.length && start < 3 && isContinuation(chunk[start]!)) start += 1
      const character = Buffer.concat([this.#begun, chunk.subarray(0, start)])
      if (start === chunk.length && character.length < 4 && !isUtf8(character)) {
        this.#begun = character
        return
      }
      this.#begun = Buffer.alloc(0)
      this.#isUtf8 = isUtf8(character)
    }
    let last = length - 1
    while (last > start && length - last < 4 && isContinuation(chunk[last]!)) last -= 1
    if (last >= start && chunk[last]! >= 0xc0 && !isUtf8(chunk.subarray(last))) {
      this.#begun = Buffer.from(chunk.subarray(last))
      length = last
    }
    const whole = chunk.subarray(start, length)
    // JSON contains no NUL bytes, and UTF-16 without a byte order mark is full of them.
    this.#isUtf8 &&= this.#begun.length < 4 && isUtf8(whole) && !whole.includes(0)
  }
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** Returns the records of a text that contains an array, one object, or one object per line. */
function parse(text: string): readonly unknown[] | null {
  try {
    const whole: unknown = JSON.parse(text)
    return Array.isArray(whole) ? whole : [whole]
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2 || !text.trimStart().startsWith('{')) return null
    try {
      return lines.map((line): unknown => JSON.parse(line))
    } catch {
      return null
    }
  }
}

class LastLine implements EndObserver {
  #last = 0

  push(chunk: Uint8Array): void {
    this.#last = chunk.at(-1) ?? this.#last
  }

  end(): ExportEnd {
    if (this.#last === 0) return { isWhole: false, reason: 'The file is empty.' }
    const isWhole = this.#last === 0x0a || this.#last === 0x0d
    return isWhole ? { isWhole } : { isWhole, reason: 'The last line does not end with a line break.' }
  }
}

const longestHeading = 64 * 1024

/** Any text that ends in a line break could be CSV, so the heading decides whether it is an export. */
class CsvExport implements ExportObserver {
  readonly #end: EndObserver
  #heading = ''
  #hasHeading = false

  constructor(end: EndObserver) {
    this.#end = end
  }

  push(chunk: Uint8Array): void {
    this.#end.push(chunk)
    if (this.#hasHeading) return
    this.#heading += Buffer.from(chunk.subarray(0, longestHeading)).toString('latin1')
    this.#hasHeading = /[\r\n]/.test(this.#heading) || this.#heading.length > longestHeading
  }

  end(): ExportEnd {
    const end = this.#end.end()
    if (!end.isWhole || namesColumns(this.#heading)) return end
    return { isWhole: false, reason: 'the first row has none of the columns of an export', isOther: true }
  }
}

/** Whether a heading names at least two known columns, in any order and alongside any others. */
function namesColumns(heading: string): boolean {
  const [line = ''] = heading.split(/[\r\n]/, 1)
  const cells = line.replace(/^\u00EF\u00BB\u00BF/, '').split(/[,;\t|]/)
  return cells.filter((cell) => names.has(cell.replaceAll('"', '').trim().toLowerCase())).length >= 2
}
