import { tableStream } from '../base/table.ts'
import type { Cell, RowBatches, TableStream } from '../base/table.ts'
import { TextChunks } from '../base/text-chunks.ts'

// Lone surrogates (Cs) must be escaped, as JSON.stringify does.
const needsEscape = /["\\\p{Cc}\p{Cs}]/u

/**
 * An array of objects, one per line. Empty cells are left out, as the service leaves out absent fields; dates are written
 * in epoch seconds.
 */
export function writeJson(columns: readonly string[], batches: RowBatches): TableStream {
  return tableStream(async function* (report) {
    const keys = columns.map((column) => `${JSON.stringify(column)}:`)
    const chunks = new TextChunks()
    chunks.add('[')
    for await (const batch of batches) {
      for (const row of batch) {
        let line = ''
        for (let column = 0; column < keys.length; column += 1) {
          const value = cellText(row[column] ?? null)
          if (value !== '') line += (line === '' ? '' : ',') + keys[column] + value
        }
        chunks.add((report.rows === 0 ? '\n{' : ',\n{') + line + '}')
        report.rows += 1
        if (chunks.isReady) yield chunks.take()
      }
    }
    chunks.add(report.rows === 0 ? ']\n' : '\n]\n')
    yield chunks.take()
  })
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return needsEscape.test(cell) ? JSON.stringify(cell) : `"${cell}"`
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  if (cell === null || Number.isNaN(cell.getTime())) return ''
  return String(Math.floor(cell.getTime() / 1000))
}
