const rowsAtATime = 200

/**
 * Reads cells in the form that spreadsheets put on the clipboard: tabs between cells, line breaks between rows, and quotes
 * around cells that contain either. A quote elsewhere in a cell is an ordinary character. Yields between rows, because an
 * entire sheet takes longer than a page may pause.
 */
export function* readPastedTable(text: string): Generator<void, string[][]> {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at)
    row.push(cell)
    const sign = text[end]
    at = end + 1
    if (sign === '\t') continue
    rows.push(row)
    row = []
    if (rows.length % rowsAtATime === 0) yield
    if (sign === '\r' && text[at] === '\n') at++
    // The line break after the last row does not start another row.
    if (at >= text.length) break
  }
  return rows.length === 1 && rows[0]!.length === 1 && rows[0]![0] === '' ? [] : rows
}

type Cell = { cell: string; end: number }

const ends = /[\t\r\n]/g

function plainCell(text: string, start: number): Cell {
  ends.lastIndex = start
  const end = ends.exec(text)?.index ?? text.length
  return { cell: text.slice(start, end), end }
}

/** A cell that only looks quoted, such as `"Ann" <ann@x.example>`, is read literally. */
function quotedCell(text: string, start: number): Cell {
  let cell = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return plainCell(text, start)
    cell += text.slice(at, quote)
    const next = text[quote + 1]
    if (next !== '"') {
      const isWhole = next === undefined || next === '\t' || next === '\r' || next === '\n'
      return isWhole ? { cell, end: quote + 1 } : plainCell(text, start)
    }
    cell += '"'
    at = quote + 2
  }
}

/**
 * Converts cells to text that can be pasted into a spreadsheet. A cell with a tab, a line break or a leading quote is
 * quoted.
 */
export function pasteableText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quotedIfNeeded).join('\t')).join('\n')
}

function quotedIfNeeded(cell: string): string {
  return /[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
