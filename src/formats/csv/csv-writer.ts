import type { CsvSeparator } from '#shared/contract/base/export-choices.ts'
import { validCell } from '../base/cell-text.ts'
import { createDateText } from '../base/cell-dates.ts'
import { tableStream } from '../base/table.ts'
import type { Cell, CsvLayout, CsvOptions, RowBatches, TableStream } from '../base/table.ts'
import { TextChunks } from '../base/text-chunks.ts'

const presets: Readonly<Record<'people' | 'machines', CsvLayout>> = {
  people: { separator: ',', decimal: '.', byteOrderMark: true, guard: true },
  machines: { separator: ',', decimal: '.', byteOrderMark: false, guard: false },
}

/** What needs quotes, and halves of a pair, which need a note: one look at a text costs less than two. */
const care: Readonly<Record<CsvSeparator, RegExp>> = {
  ',': /[",\r\n\uFEFF\p{Cs}]/u,
  ';': /[";\r\n\uFEFF\p{Cs}]/u,
  '\t': /["\t\r\n\uFEFF\p{Cs}]/u,
  '|': /["|\r\n\uFEFF\p{Cs}]/u,
}

/** Text that an office program runs as a formula, also after blanks, and with full-width characters. */
const runs = /^\s*[=+\-@＝＋－＠]|^[\t\r]/
/** Text that it converts to a number, a date or a truth value: `007`, many digits, `1-2`, `March 5`. */
const number = /^[\s\d.,:/%()$€£eE-]+$/
const month = /^[\s\d.,:/-]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?[\s\d.,:/-]*$/i
const truth = /^(?:true|false)$/i
const longestValue = 64
const apostrophe = 0x27

/**
 * UTF-8, CRLF, quoted if needed. Written by hand: 918,000 rows a second, where csv-stringify writes 273,000.
 */
export function writeCsv(columns: readonly string[], batches: RowBatches, options: CsvOptions): TableStream {
  const layout = typeof options.for === 'string' ? presets[options.for] : options.for
  const { separator } = layout
  const needsCare = care[separator]
  const quoted = (text: string): string => (needsCare.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return tableStream(async function* (report) {
    const text = (cell: string): string => (needsCare.test(cell) ? quoted(validCell(cell, report)) : cell)
    const cellText = createCellText({ ...options, layout, text })
    const chunks = new TextChunks()
    chunks.add((layout.byteOrderMark ? '\uFEFF' : '') + lineOf(columns.map(quoted).join(separator)))
    for await (const batch of batches) {
      for (const row of batch) {
        const first = row[0] ?? null
        let line = cellText(first)
        for (let column = 1; column < row.length; column += 1) line += separator + cellText(row[column] ?? null)
        chunks.add(lineOf(line))
        report.rows += 1
        if (chunks.isReady) yield chunks.take()
      }
    }
    yield chunks.take()
  })
}

/** An empty line would not be read as a row. */
function lineOf(cells: string): string {
  return cells === '' ? '""\r\n' : cells + '\r\n'
}

type CellWriting = CsvOptions & { layout: CsvLayout; text: (text: string) => string }

function createCellText({ layout, text, ...options }: CellWriting): (cell: Cell) => string {
  const { guard, decimal } = layout
  const dateText = createDateText(options.offsetMinutes, options.dates ?? (options.for === 'people' ? 'local' : 'iso'))
  // With a comma for both decimals and cells, a number needs quotes.
  const numberText = (cell: number): string =>
    decimal === '.' ? String(cell) : text(String(cell).replace('.', decimal))
  return (cell) => {
    if (typeof cell === 'string') return text(guard && isGuarded(cell) ? `'${cell}` : cell)
    if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : ''
    return cell === null ? '' : dateText(cell)
  }
}

/**
 * Text that looks guarded already is guarded once more, so that a reader always removes exactly one apostrophe. Leading
 * apostrophes are therefore ignored here.
 */
function isGuarded(text: string): boolean {
  let start = 0
  while (text.charCodeAt(start) === apostrophe) start += 1
  const given = start === 0 ? text : text.slice(start)
  if (runs.test(given)) return true
  if (given.length > longestValue) return false
  return /\d/.test(given) ? number.test(given) || month.test(given) : truth.test(given)
}

/** The text before the guard added its apostrophe. */
export function withoutGuard(text: string): string {
  return text.charCodeAt(0) === apostrophe && isGuarded(text.slice(1)) ? text.slice(1) : text
}
