import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { once } from 'node:events'
import { readCsv } from '#test/support/table-files.ts'
import { readJsonRecords, type Row, writeTable } from '#formats/index.ts'
import { exportColumns, exportFields } from '#shared/domain/exports/export-columns.ts'
import { isFileType } from '#shared/contract/base/file-type.ts'
import { peakMemory } from '../support/peak-memory.ts'

/**
 * Runs one task in a separate process, so that its memory can be measured (peers are loaded only when needed): `node
 * task.ts TASK ROWS FILE`. Prints { seconds, peakMegabytes }.
 */
const [task = '', rowsAsked = '0', file = ''] = process.argv.slice(2)
const rowCount = Number(rowsAsked)
const batchLength = 1000

function row(index: number): Row {
  const created = 1_700_000_000_000 + index * 7000
  return [
    `5f${((index * 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}${index.toString(16).padStart(8, '0')}`,
    `key-${index % 5}`,
    new Date(created),
    new Date(created + 5000),
    'invoices@shop.example',
    `customer${(index * 7919) % 100_003}@mail${index % 40}.example`,
    index % 4 === 0 ? `Votre facture n° ${index} — merci` : `Your invoice ${index}, thank you`,
    1000 + (index % 50_000),
    index % 3 === 0 ? null : 'invoice,paid',
    'delivered',
    index % 4,
    index % 7 === 0 ? 1 : 0,
  ]
}

/** The rows are generated once and written repeatedly, so that only the writer is measured. */
const pool = Array.from({ length: 20 }, (_, batch) =>
  Array.from({ length: batchLength }, (_, index) => row(batch * batchLength + index)),
)

function* batches(): Generator<Row[]> {
  for (let start = 0; start < rowCount; start += batchLength) {
    const batch = pool[(start / batchLength) % pool.length] ?? []
    yield batch.slice(0, rowCount - start)
  }
}

async function writeOurs(fileType: string): Promise<void> {
  if (!isFileType(fileType)) throw new Error(`Unknown task ${task}`)
  const columns = fileType === 'json' ? exportFields : exportColumns
  const output = createWriteStream(file)
  for await (const chunk of writeTable(fileType, columns, batches(), { for: 'machines' })) {
    if (!output.write(chunk)) await once(output, 'drain')
  }
  output.end()
  await finished(output)
}

/** SheetJS has no streams: the whole table is in memory, then the whole file. */
async function writeWithSheetJs(bookType: 'csv' | 'xlsx' | 'biff8'): Promise<void> {
  const { utils, write } = await import('xlsx')
  const sheet = utils.aoa_to_sheet([[...exportColumns], ...[...batches()].flat().map((cells) => [...cells])])
  if (bookType === 'csv') {
    writeFileSync(file, utils.sheet_to_csv(sheet))
    return
  }
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Messages')
  writeFileSync(file, write(book, { type: 'buffer', bookType, compression: true }))
}

async function writeWithStringify(): Promise<void> {
  const output = createWriteStream(file)
  output.write('[')
  for (const batch of batches()) {
    for (const cells of batch) {
      const record = Object.fromEntries(exportFields.map((field, index) => [field, cells[index]]))
      if (!output.write(`${JSON.stringify(record)},\n`)) await once(output, 'drain')
    }
  }
  output.end('null]')
  await finished(output)
}

async function readJson(): Promise<void> {
  const stream = readJsonRecords(createReadStream(file, { highWaterMark: 256 * 1024 }))
  let read = 0
  for await (const batch of stream) read += batch.records.length
  expectRows(read)
}

function readWithJsonParse(): void {
  const records: unknown = JSON.parse(readFileSync(file, 'utf8'))
  expectRows(Array.isArray(records) ? records.length : 0)
}

async function readCsvOurs(): Promise<void> {
  let read = -1
  for await (const batch of readCsv(createReadStream(file, { highWaterMark: 256 * 1024 }))) read += batch.length
  expectRows(read)
}

async function readWithCsvParse(): Promise<void> {
  const { parse } = await import('csv-parse')
  let read = -1
  const parser = createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(parse())
  parser.on('data', () => (read += 1))
  await finished(parser)
  expectRows(read)
}

function expectRows(read: number): void {
  if (read !== rowCount) throw new Error(`${task} read ${read} rows of ${rowCount}.`)
}

const tasks: Record<string, () => Promise<void> | void> = {
  json: () => writeOurs('json'),
  csv: () => writeOurs('csv'),
  xls: () => writeOurs('xls'),
  xlsx: () => writeOurs('xlsx'),
  'json-stringify': writeWithStringify,
  'sheetjs-csv': () => writeWithSheetJs('csv'),
  'sheetjs-xls': () => writeWithSheetJs('biff8'),
  'sheetjs-xlsx': () => writeWithSheetJs('xlsx'),
  'read-json': readJson,
  'json-parse': readWithJsonParse,
  'read-csv': readCsvOurs,
  'csv-parse': readWithCsvParse,
}

const begun = performance.now()
await tasks[task]?.()
const seconds = (performance.now() - begun) / 1000
process.stdout.write(JSON.stringify({ seconds, peakMegabytes: peakMemory() / 1024 ** 2 }))
