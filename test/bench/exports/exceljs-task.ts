import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { peakMemory } from '../support/peak-memory.ts'

/** Writes a table as xlsx with the streams of exceljs: `exceljs-task.ts FOLDER-OF-EXCELJS DATABASE FILE`. */
const [folder = '', database = '', filename = ''] = process.argv.slice(2)

type Sheet = { addRow(cells: unknown[]): { commit(): void }; commit(): void }
type Book = { addWorksheet(name: string): Sheet; commit(): Promise<void> }
type ExcelJs = { stream: { xlsx: { WorkbookWriter: new (options: { filename: string }) => Book } } }
const { stream } = createRequire(join(folder, 'index.js'))('exceljs') as ExcelJs

const rows = new DatabaseSync(database, { readOnly: true }).prepare('SELECT * FROM message')
rows.setReturnArrays(true)
const dates = rows.columns().flatMap(({ name }, at) => (/date$/.test(name ?? '') ? [at] : []))
const numbers = rows.columns().flatMap(({ name }, at) => (/^(?:Open|Click|Size)$/.test(name ?? '') ? [at] : []))

const started = performance.now()
const book = new stream.xlsx.WorkbookWriter({ filename })
const sheet = book.addWorksheet('Messages')
sheet.addRow(rows.columns().map(({ name }) => name)).commit()
let count = 0
for (const row of rows.iterate()) {
  const cells: unknown[] = Object.values(row)
  for (const at of dates) cells[at] = new Date(String(cells[at]))
  for (const at of numbers) cells[at] = Number(cells[at])
  sheet.addRow(cells).commit()
  count += 1
  // Without a turn of the event loop, its streams would hold the whole file in memory.
  if (count % 1000 === 0) await new Promise(setImmediate)
}
sheet.commit()
await book.commit()
const seconds = (performance.now() - started) / 1000
process.stdout.write(JSON.stringify({ seconds, megabytes: peakMemory() / 1024 ** 2, rows: count }))
