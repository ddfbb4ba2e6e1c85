import { fitCell, maxCellLength } from '../base/cell-text.ts'
import { createSheetDate, type SheetDate } from '../base/cell-dates.ts'
import type { Cell, Row, TableOptions, TableReport } from '../base/table.ts'
import { dateStyle, headingStyle } from './xlsx-parts.ts'

const needsCare = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_x|^ | $/u
/**
 * Characters that XML 1.0 cannot hold, such as a lone surrogate, and CR, which XML readers convert to LF. The format has an
 * escape for each, such as `_x0007_`; in text that looks like an escape, the underscore is escaped.
 */
const escaped = /[[\p{Cc}--[\t\n\x7f-\x9f]]\p{Cs}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gv
const edgeBlank = /^\s|\s$|[\n\t]/

function escapeOf(letter: string): string {
  return `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

/** Returns a column’s name in a spreadsheet: `A`, `B` … `XFD`. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/**
 * Writes rows as sheet XML with inline strings. A table of shared strings would have to be kept until the end, although
 * most strings in a message list (ids, addresses, subjects) occur only once.
 */
export class XlsxCells {
  readonly #names: readonly string[]
  readonly #report: TableReport
  readonly #sheetDate: (date: Date) => SheetDate

  constructor(columns: number, options: TableOptions, report: TableReport) {
    this.#names = Array.from({ length: columns }, (_, index) => columnName(index))
    this.#report = report
    this.#sheetDate = createSheetDate(options.offsetMinutes, options.dates ?? 'local')
  }

  heading(columns: readonly string[]): string {
    const cells = columns.map((name, index) => this.#text(`r="${this.#names[index]}1" s="${headingStyle}"`, name))
    return `<row r="1">${cells.join('')}</row>`
  }

  row(number: number, row: Row): string {
    const names = this.#names
    let xml = `<row r="${number}">`
    for (let column = 0; column < names.length; column += 1) {
      const cell = row[column] ?? null
      if (cell !== null) xml += this.#cell(`r="${names[column]}${number}"`, cell)
    }
    return xml + '</row>'
  }

  /** Makes text safe between tags. */
  escape(text: string): string {
    return fitCell(text, this.#report)
      .replaceAll(escaped, escapeOf)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  }

  #cell(start: string, cell: Exclude<Cell, null>): string {
    if (typeof cell === 'string') return this.#text(start, cell)
    if (typeof cell === 'number') {
      return Number.isFinite(cell) ? `<c ${start}><v>${cell}</v></c>` : ''
    }
    const date = this.#sheetDate(cell)
    if ('serial' in date) return `<c ${start} s="${dateStyle}"><v>${date.serial}</v></c>`
    return date.plain === null ? '' : this.#cell(start, date.plain)
  }

  #text(start: string, text: string): string {
    if (text.length <= maxCellLength && !needsCare.test(text)) {
      return `<c ${start} t="inlineStr"><is><t>${text}</t></is></c>`
    }
    const preserve = edgeBlank.test(text) ? ' xml:space="preserve"' : ''
    return `<c ${start} t="inlineStr"><is><t${preserve}>${this.escape(text)}</t></is></c>`
  }
}
