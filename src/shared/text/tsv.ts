/**
 * A spreadsheet ignores leading blanks and quotation marks, and treats the full-width characters from East Asian keyboards
 * like ordinary ones.
 */
const looksLikeFormula = /^[\s\p{C}"']*[=+\-@＝＋－＠]/u
const isNumber = /^[+-]?[\d.,\s]+$/
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * A row for the clipboard. A tab or line break inside a cell would shift everything after it, and text that a sender wrote
 * into a subject must not run as a formula where the row is pasted.
 */
export function tsvLine(cells: readonly string[]): string {
  return cells.map(cellText).join('\t')
}

/** A CSV row with the same protection; text with commas or quotes is quoted. */
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
