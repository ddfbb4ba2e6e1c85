import { fitCell, validCell } from '../base/cell-text.ts'
import { createSheetDate, type SheetDate } from '../base/cell-dates.ts'
import type { Cell, Row, TableOptions, TableReport } from '../base/table.ts'
import { dateFormat, generalFormat, headingFormat } from './records.ts'
import type { SharedStrings } from './shared-strings.ts'
import type { Spool } from '../base/spool.ts'

const blockLength = 256 * 1024
const longestRecord = 18

/** Writes rows as cell records and collects them until writing to the file is worthwhile. */
export class XlsCells {
  #block: Buffer = Buffer.allocUnsafe(blockLength)
  #used = 0
  readonly #columns: number
  readonly #strings: SharedStrings
  readonly #report: TableReport
  readonly #sheetDate: (date: Date) => SheetDate

  constructor(columns: number, strings: SharedStrings, options: TableOptions, report: TableReport) {
    this.#columns = columns
    this.#strings = strings
    this.#report = report
    this.#sheetDate = createSheetDate(options.offsetMinutes, options.dates ?? 'local')
  }

  get isHeavy(): boolean {
    return this.#used > blockLength / 2
  }

  async flush(spool: Spool): Promise<void> {
    await spool.write(this.#block.subarray(0, this.#used))
    this.#used = 0
  }

  heading(columns: readonly string[]): void {
    columns.forEach((name, column) => this.#text(0, column, headingFormat, name))
  }

  row(number: number, row: Row): void {
    for (let column = 0; column < this.#columns; column += 1) {
      const cell = row[column] ?? null
      if (cell !== null) this.#cell(number, column, cell)
    }
  }

  #cell(row: number, column: number, cell: Exclude<Cell, null>): void {
    if (typeof cell === 'string') {
      this.#text(row, column, generalFormat, cell)
    } else if (typeof cell === 'number') {
      if (Number.isFinite(cell)) this.#number(row, column, generalFormat, cell)
    } else {
      const date = this.#sheetDate(cell)
      if ('serial' in date) this.#number(row, column, dateFormat, date.serial)
      else if (date.plain !== null) this.#cell(row, column, date.plain)
    }
  }

  #text(row: number, column: number, format: number, text: string): void {
    const at = this.#begin(0x00fd, 10, row, column, format)
    this.#block.writeUInt32LE(this.#strings.add(fitCell(validCell(text, this.#report), this.#report)), at)
  }

  #number(row: number, column: number, format: number, value: number): void {
    // Integers of 30 bits have a short form. It cannot represent negative zero.
    if ((value << 2) >> 2 === value && !Object.is(value, -0)) {
      const at = this.#begin(0x027e, 10, row, column, format)
      this.#block.writeInt32LE((value << 2) | 2, at)
    } else {
      const at = this.#begin(0x0203, 14, row, column, format)
      this.#block.writeDoubleLE(value, at)
    }
  }

  /** Writes the header of a cell record and returns the position of its value. */
  #begin(type: number, length: number, row: number, column: number, format: number): number {
    if (this.#used + longestRecord > this.#block.length) {
      this.#block = Buffer.concat([this.#block], this.#block.length * 2)
    }
    const block = this.#block
    const used = this.#used
    block.writeUInt16LE(type, used)
    block.writeUInt16LE(length, used + 2)
    block.writeUInt16LE(row, used + 4)
    block.writeUInt16LE(column, used + 6)
    block.writeUInt16LE(format, used + 8)
    this.#used = used + 4 + length
    return used + 10
  }
}
