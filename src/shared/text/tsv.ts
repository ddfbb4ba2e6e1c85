/**
 * Matches text that a spreadsheet would run. It ignores blanks and quotation marks at the beginning, and accepts
 * full-width characters from East Asian keyboards.
 */
const looksLikeFormula = /^[\s\p{C}"']*[=+\-@＝＋－＠]/u
const isNumber = /^[+-]?[\d.,\s]+$/
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * Formats a row for the clipboard. Tabs and line breaks in a cell are replaced, because they would shift the cells
 * after them. Text that would run as a formula is made harmless, because senders choose their subjects.
 */
export function tsvLine(cells: readonly string[]): string {
  return cells.map(cellText).join('\t')
}

/** Formats a CSV row with the same protection. Text with commas or quotes is quoted. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => quoted(cellText(cell))).join(',')
}

function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function cellText(cell: string): string {
  const text = cell.replace(breaks, ' ')
  return looksLikeFormula.test(text) && !isNumber.test(text.trim()) ? `'${text}` : text
}
