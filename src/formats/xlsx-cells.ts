import { createDateText, dateSerial } from './dates.ts'
import { cutText, maxCellLength } from './sheets.ts'
import type { Cell, Row, TableOptions, TableReport } from './table.ts'
import { dateStyle, headingStyle } from './xlsx-parts.ts'

const needsCare = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_x|^ | $/u
/** What XML 1.0 knows no way to write. */
const forbidden = /[[\p{Cc}--[\t\n\r\x7f-\x9f]]\ufffe\uffff]/gv
const edgeBlank = /^\s|\s$|[\n\t]/

/** `A`, `B` … `XFD`. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/**
 * Rows as sheet XML. Strings stand in their cells: a shared table would have to be held until the end, and most cells
 * of a message list (ids, addresses, subjects) are there once.
 */
export class XlsxCells {
  private readonly names: readonly string[]
  private readonly report: TableReport
  private readonly options: TableOptions
  private readonly dateText: (date: Date) => string

  constructor(columns: number, options: TableOptions, report: TableReport) {
    this.names = Array.from({ length: columns }, (_, index) => columnName(index))
    this.options = options
    this.report = report
    this.dateText = createDateText(options.offsetMinutes)
  }

  heading(columns: readonly string[]): string {
    const cells = columns.map((name, index) => this.text(`r="${this.names[index]}1" s="${headingStyle}"`, name))
    return `<row r="1">${cells.join('')}</row>`
  }

  row(number: number, row: Row): string {
    const { names } = this
    let xml = `<row r="${number}">`
    for (let column = 0; column < names.length; column += 1) {
      const cell = row[column] ?? null
      if (cell !== null) xml += this.cell(`r="${names[column]}${number}"`, cell)
    }
    return xml + '</row>'
  }

  /** Text as it may stand between tags. */
  escape(text: string): string {
    const cut = cutText(text, maxCellLength)
    if (cut.length < text.length) this.report.cutCells += 1
    const legal = cut.toWellFormed().replaceAll(forbidden, '\uFFFD')
    if (legal !== cut) this.report.replacedCells += 1
    return (
      legal
        // The format's own escape: a text that looks like one has its underscore escaped, and a CR, which XML readers
        // turn into a LF, is written as one.
        .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll('\r', '_x000D_')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
    )
  }

  private cell(start: string, cell: Exclude<Cell, null>): string {
    if (typeof cell === 'string') return this.text(start, cell)
    if (typeof cell === 'number') {
      return Number.isFinite(cell) ? `<c ${start}><v>${cell}</v></c>` : ''
    }
    const serial = dateSerial(cell, this.options.offsetMinutes)
    if (serial !== null) return `<c ${start} s="${dateStyle}"><v>${serial}</v></c>`
    const text = this.dateText(cell)
    return text === '' ? '' : this.text(start, text)
  }

  private text(start: string, text: string): string {
    if (text.length <= maxCellLength && !needsCare.test(text)) {
      return `<c ${start} t="inlineStr"><is><t>${text}</t></is></c>`
    }
    const preserve = edgeBlank.test(text) ? ' xml:space="preserve"' : ''
    return `<c ${start} t="inlineStr"><is><t${preserve}>${this.escape(text)}</t></is></c>`
  }
}
