/** A spreadsheet takes a quotation mark in front away before it looks at what follows. */
const looksLikeFormula = /^["']*[=+\-@]/
const isNumber = /^[+-]?[\d.,\s]+$/

/**
 * A row for the clipboard. A tab or line end inside a cell would move everything behind it, and what somebody wrote into
 * a subject must not run as a formula where the row is pasted.
 */
export function tsvLine(cells: readonly string[]): string {
  return cells.map(cellText).join('\t')
}

function cellText(cell: string): string {
  const text = cell.replace(/[\t\r\n]+/g, ' ')
  return looksLikeFormula.test(text) && !isNumber.test(text) ? `'${text}` : text
}
