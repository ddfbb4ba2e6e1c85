import type { CsvCells } from '#formats/index.ts'
import { exportFields } from '#shared/domain/exports/export-columns.ts'
import { ByteTable } from '../base/packs/byte-table.ts'
import type { GrowingSet, PlainRecord } from '../base/packs/growing-set.ts'
import { texts } from '../api/read/fields.ts'
import { numberIn, secondsIn } from './plain-values.ts'
import type { TableHeading } from './records.ts'

const apostrophe = 39
const mostValues = 20_000

type Field = (typeof exportFields)[number]

/** Creates records from the bytes of rows that are exactly as the service writes them. Any other row is read as text. */
export class PlainRecords {
  readonly #set: GrowingSet
  readonly #columns: number
  /** Each field’s column; -1 if it is missing. */
  readonly #at: Record<Field, number>
  readonly #values = new ByteTable(1 << 10)
  readonly #tags = new ByteTable(1 << 10)
  readonly #record: PlainRecord
  #bytes: Uint8Array = new Uint8Array()
  #starts = new Uint32Array()
  #ends = new Uint32Array()
  /** The codes of texts in the set being filled, by text number. */
  #valueCodes: (number | undefined)[] = []
  #tagCodes: (number | undefined)[] = []

  constructor({ keys }: TableHeading, set: GrowingSet) {
    this.#set = set
    this.#columns = keys.length
    this.#at = Object.fromEntries(exportFields.map((field) => [field, keys.indexOf(field)])) as Record<Field, number>
    this.#record = {
      texts: this.#bytes,
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

  /** Whether all of the file’s columns can be read here. Other columns, and dates in a zone, need the full reader. */
  static canRead({ keys, clocks }: TableHeading): boolean {
    const known = new Set<string>(exportFields)
    if (clocks.some((clock) => clock !== undefined)) return false
    return keys.every((key, index) => known.has(key) && keys.indexOf(key) === index)
  }

  /** Must be called after the set was cleared. */
  begin(): void {
    for (const table of [this.#values, this.#tags]) if (table.size > mostValues) table.clear()
    this.#valueCodes = []
    this.#tagCodes = []
  }

  /** Appends the row to the set if it can be read here. */
  take(bytes: Uint8Array, { count, starts, ends }: CsvCells): boolean {
    if (count !== this.#columns) return false
    // A cell that begins with an apostrophe may be a guarded formula, so the row is read as text.
    for (let cell = 0; cell < count; cell++) if (bytes[starts[cell]!] === apostrophe) return false
    this.#bytes = bytes
    this.#starts = starts
    this.#ends = ends
    const record = this.#record
    record.created = this.#seconds(this.#at.createdDate) * 1000
    if (!(record.created > 0)) return false
    record.lastStateDate = this.#isEmpty(this.#at.lastStateDate)
      ? record.created
      : this.#seconds(this.#at.lastStateDate) * 1000
    record.bytes = this.#number(this.#at.size)
    record.open = this.#number(this.#at.open)
    record.click = this.#number(this.#at.click)
    if (!(record.lastStateDate > 0 && record.bytes >= 0 && record.open >= 0 && record.click >= 0)) return false
    if (this.#isEmpty(this.#at.id) || this.#isEmpty(this.#at.email)) return false
    record.texts = bytes
    this.#place(0, this.#at.id)
    this.#place(1, this.#at.email)
    this.#place(2, this.#at.subject)
    record.from = this.#code(this.#at.from)
    record.apiKey = this.#code(this.#at.apiKey)
    record.lastState = this.#code(this.#at.lastState)
    record.tags = this.#tagCode(this.#at.tags)
    this.#set.appendPlain(record)
    return true
  }

  #isEmpty(cell: number): boolean {
    return cell < 0 || this.#starts[cell] === this.#ends[cell]
  }

  #seconds(cell: number): number {
    return cell < 0 ? Number.NaN : secondsIn(this.#bytes, this.#starts[cell]!, this.#ends[cell]!)
  }

  #number(cell: number): number {
    return this.#isEmpty(cell) ? 0 : numberIn(this.#bytes, this.#starts[cell]!, this.#ends[cell]!)
  }

  #place(text: number, cell: number): void {
    this.#record.starts[text] = cell < 0 ? 0 : this.#starts[cell]!
    this.#record.ends[text] = cell < 0 ? 0 : this.#ends[cell]!
  }

  #code(cell: number): number {
    const value = this.#textAt(this.#values, cell)
    return (this.#valueCodes[value] ??= this.#set.codeOf(this.#values.textOf(value)))
  }

  #tagCode(cell: number): number {
    const value = this.#textAt(this.#tags, cell)
    return (this.#tagCodes[value] ??= this.#set.codeOfTags(texts(this.#tags.textOf(value))))
  }

  #textAt(table: ByteTable, cell: number): number {
    const start = cell < 0 ? 0 : this.#starts[cell]!
    const end = cell < 0 ? 0 : this.#ends[cell]!
    table.open(end - start)
    table.bytes(this.#bytes, start, end)
    return table.close()
  }
}
