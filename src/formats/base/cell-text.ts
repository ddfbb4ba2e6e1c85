import type { TableReport } from './table.ts'

/** The maximum length of a spreadsheet cell. */
export const maxCellLength = 32_767

/** Never splits a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** Text too long for a cell is cut and a note is appended: without the note, the text would look complete. */
export function fitCell(text: string, report: TableReport): string {
  if (text.length <= maxCellLength) return text
  report.cutCells += 1
  const mark = ` … [cut: the full text has ${text.length.toLocaleString('en-US')} characters]`
  return cutText(text, maxCellLength - mark.length) + mark
}

/**
 * For formats whose readers accept only valid text (csv in UTF-8, xls): a lone surrogate is replaced, and a note in the
 * cell reports it. json and xlsx can escape it.
 */
export function validCell(text: string, report: TableReport): string {
  if (text.isWellFormed()) return text
  report.replacedCells += 1
  return `${text.toWellFormed()} … [an invalid character was replaced]`
}
