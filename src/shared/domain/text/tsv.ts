/**
 * A spreadsheet takes blanks and quotation marks in front away before it looks at what follows, and reads the wide signs of
 * East Asian keyboards like the others.
 */
const looksLikeFormula = /^[\s\p{C}"']*[=+\-@＝＋－＠]/u
const isNumber = /^[+-]?[\d.,\s]+$/
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * A row for the clipboard. A tab or line end inside a cell would move everything behind it, and what somebody wrote into
 * a subject must not run as a formula where the row is pasted.
 */
export function tsvLine(cells: readonly string[]): string {
  return cells.map(cellText).join('\t')
}

function cellText(cell: string): string {
  const text = cell.replace(breaks, ' ')
  return looksLikeFormula.test(text) && !isNumber.test(text.trim()) ? `'${text}` : text
}
