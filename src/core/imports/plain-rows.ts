import { isUtf8 } from 'node:buffer'
import { CsvCells, unfinished, unusual } from '#formats/index.ts'
import { exportFields } from '#shared/domain/exports/export-columns.ts'
import { ByteTable } from '../base/packs/byte-table.ts'
import type { GrowingSet, PlainRecord } from '../base/packs/growing-set.ts'
import { texts } from '../api/read/fields.ts'
import { numberIn, secondsIn } from './plain-values.ts'
import type { TableHeading } from './records.ts'

const lineFeed = 10
const apostrophe = 39
/** A longer row is left to the full parser. */
const longestRow = 64 * 1024
const mostValues = 20_000

type Field = (typeof exportFields)[number]

/**
 * Reads the rows of a CSV that look exactly as the service writes them, from the bytes; any other row is left to the full
 * parser. Most files have no other rows, and are read in a third of the time and without garbage. The full parser gets a line
 * feed for each row that was read here, so that it counts lines correctly.
 */
export class PlainRows {
  readonly #delimiter: number
  readonly #columns: number
  /** The column of each field; -1 for a missing one. */
  readonly #at: Record<Field, number>
  readonly #cells = new CsvCells()
  readonly #values = new ByteTable(1 << 10)
  readonly #tags = new ByteTable(1 << 10)
  readonly #record: PlainRecord
  /** The code of a text in the set being filled, by the text's number. */
  #valueCodes: (number | undefined)[] = []
  #tagCodes: (number | undefined)[] = []
  #rest: Uint8Array = new Uint8Array()
  /** The bytes that `take` returns, valid until the next chunk. */
  #left = new Uint8Array()
  /** Once only the full parser can tell where a row ends, everything is left to it. */
  #isLost: boolean

  constructor({ keys }: TableHeading, delimiter: number) {
    this.#delimiter = delimiter
    this.#columns = keys.length
    this.#at = Object.fromEntries(exportFields.map((field) => [field, keys.indexOf(field)])) as Record<Field, number>
    const known = new Set<string>(exportFields)
    this.#isLost = keys.some((key, index) => !known.has(key) || keys.indexOf(key) !== index)
    this.#record = {
      texts: new Uint8Array(),
      starts: new Uint32Array(3),
      ends: new Uint32Array(3),
      created: 0,
      lastStateDate: 0,
      bytes: 0,
      open: 0,
      click: 0,
      from: 0,
      apiKey: 0,
      lastState: 0,
      tags: 0,
    }
  }

  /** Appends the rows it can read to the set, and returns the bytes that are left for the full parser. */
  take(chunk: Uint8Array, set: GrowingSet): Uint8Array {
    if (this.#isLost) return chunk
    this.#beginSet()
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
      if (this.#read(bytes, at, next, set)) left[used++] = lineFeed
      else {
        left.set(bytes.subarray(at, next), used)
        used += next - at
      }
      at = next
    }
    this.#rest = bytes.subarray(at)
    return this.#isLost ? Buffer.concat([left.subarray(0, used), this.end()]) : left.subarray(0, used)
  }

  /** The last row, if it has no line break. */
  end(): Uint8Array {
    const rest = this.#rest
    this.#rest = new Uint8Array()
    return rest
  }

  #beginSet(): void {
    for (const table of [this.#values, this.#tags]) if (table.size > mostValues) table.clear()
    this.#valueCodes = []
    this.#tagCodes = []
  }

  #read(bytes: Uint8Array, from: number, to: number, set: GrowingSet): boolean {
    const { isPlain, isAscii, count, starts } = this.#cells
    if (!isPlain || count !== this.#columns) return false
    // May be a guarded formula.
    for (let cell = 0; cell < count; cell++) if (bytes[starts[cell]!] === apostrophe) return false
    if (!isAscii && !isUtf8(bytes.subarray(from, to))) return false
    const record = this.#record
    record.created = this.#seconds(bytes, this.#at.createdDate) * 1000
    if (!(record.created > 0)) return false
    record.lastStateDate = this.#isEmpty(this.#at.lastStateDate)
      ? record.created
      : this.#seconds(bytes, this.#at.lastStateDate) * 1000
    record.bytes = this.#number(bytes, this.#at.size)
    record.open = this.#number(bytes, this.#at.open)
    record.click = this.#number(bytes, this.#at.click)
    if (!(record.lastStateDate > 0 && record.bytes >= 0 && record.open >= 0 && record.click >= 0)) return false
    if (this.#isEmpty(this.#at.id) || this.#isEmpty(this.#at.email)) return false
    record.texts = bytes
    this.#place(0, this.#at.id)
    this.#place(1, this.#at.email)
    this.#place(2, this.#at.subject)
    record.from = this.#code(bytes, this.#at.from, set)
    record.apiKey = this.#code(bytes, this.#at.apiKey, set)
    record.lastState = this.#code(bytes, this.#at.lastState, set)
    record.tags = this.#tagCode(bytes, this.#at.tags, set)
    set.appendPlain(record)
    return true
  }

  #isEmpty(cell: number): boolean {
    return cell < 0 || this.#cells.starts[cell] === this.#cells.ends[cell]
  }

  #seconds(bytes: Uint8Array, cell: number): number {
    return cell < 0 ? Number.NaN : secondsIn(bytes, this.#cells.starts[cell]!, this.#cells.ends[cell]!)
  }

  #number(bytes: Uint8Array, cell: number): number {
    return this.#isEmpty(cell) ? 0 : numberIn(bytes, this.#cells.starts[cell]!, this.#cells.ends[cell]!)
  }

  #place(text: number, cell: number): void {
    this.#record.starts[text] = cell < 0 ? 0 : this.#cells.starts[cell]!
    this.#record.ends[text] = cell < 0 ? 0 : this.#cells.ends[cell]!
  }

  #code(bytes: Uint8Array, cell: number, set: GrowingSet): number {
    const value = this.#textAt(this.#values, bytes, cell)
    return (this.#valueCodes[value] ??= set.codeOf(this.#values.textOf(value)))
  }

  #tagCode(bytes: Uint8Array, cell: number, set: GrowingSet): number {
    const value = this.#textAt(this.#tags, bytes, cell)
    return (this.#tagCodes[value] ??= set.codeOfTags(texts(this.#tags.textOf(value))))
  }

  #textAt(table: ByteTable, bytes: Uint8Array, cell: number): number {
    const start = cell < 0 ? 0 : this.#cells.starts[cell]!
    const end = cell < 0 ? 0 : this.#cells.ends[cell]!
    table.open(end - start)
    table.bytes(bytes, start, end)
    return table.close()
  }
}
