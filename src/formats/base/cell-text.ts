import type { TableReport } from './table.ts'

/** The maximum number of characters that spreadsheet programs allow in a cell. */
export const maxCellLength = 32_767

/** Cuts text to this length without splitting a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** Cuts text that is too long for a cell, and appends a note so that it doesn’t look complete. */
export function fitCell(text: string, report: TableReport): string {
  if (text.length <= maxCellLength) return text
  report.cutCells += 1
  const mark = ` … [cut: the full text has ${text.length.toLocaleString('en-US')} characters]`
  return cutText(text, maxCellLength - mark.length) + mark
}

/**
 * Replaces lone surrogates, and appends a note. Used for csv (UTF-8) and xls, whose readers accept only well-formed
 * text; json and xlsx can escape a surrogate.
 */
export function validCell(text: string, report: TableReport): string {
  if (text.isWellFormed()) return text
  report.replacedCells += 1
  return `${text.toWellFormed()} … [an invalid character was replaced]`
}
