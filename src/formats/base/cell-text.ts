import type { TableReport } from './table.ts'

/** The longest text that spreadsheets hold in a cell. */
export const maxCellLength = 32_767

/** Cuts without leaving half of a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** A text longer than a cell can hold is cut and ends with a note: without one it would look complete. */
export function fitCell(text: string, report: TableReport): string {
  if (text.length <= maxCellLength) return text
  report.cutCells += 1
  const mark = ` … [cut: the full text has ${text.length.toLocaleString('en-US')} characters]`
  return cutText(text, maxCellLength - mark.length) + mark
}

/**
 * For formats whose readers accept only valid text (csv in UTF-8, xls): half a surrogate pair is replaced, and a note in
 * the cell says so. json and xlsx have an escape for it.
 */
export function validCell(text: string, report: TableReport): string {
  if (text.isWellFormed()) return text
  report.replacedCells += 1
  return `${text.toWellFormed()} … [an invalid character was replaced]`
}
