import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { CsvError, CsvLines, headLength, openXls, openXlsx, recogniseFile, type SheetCell } from '#formats/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { brokenFile, chunkBytes, translated } from './file-reader.ts'

/** Some of a table’s rows, with the line of the file on which each begins, and the lines that could not be read. */
export type TablePart = {
  readonly rows: { line: number; cells: string[] }[]
  readonly problems: { line: number; problem: string }[]
}

/** The maximum length of a row in characters. A longer row has a quote that was never closed. */
const longestRow = 1024 * 1024

/** Reads any table, not just exports: the first visible sheet that isn’t empty, or the rows of a CSV file. */
export async function* tableRows(path: string, tempFolder: string): AsyncGenerator<TablePart> {
  try {
    await using file = await open(path)
    const head = Buffer.alloc(headLength)
    const { bytesRead } = await file.read(head, 0, headLength, 0)
    const { kind, what } = recogniseFile(head.subarray(0, bytesRead))
    if (kind === 'text') yield* csvRows(path, head.subarray(0, bytesRead))
    else if (kind === 'zip' || kind === 'compound') yield* sheetRows(path, kind, tempFolder)
    else
      throw notATable(
        kind === 'empty' ? 'The file is empty. Choose another file.' : `The file is not a table. It is ${what}.`,
      )
  } catch (thrown) {
    if (thrown instanceof CsvError) throw brokenFile(thrown.message)
    throw translated(thrown)
  }
}

async function* csvRows(path: string, head: Uint8Array): AsyncGenerator<TablePart> {
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe
  const encoding = isUtf16 || (await isUtf8(path)) ? undefined : 'windows-1252'
  let problems: { line: number; problem: string }[] = []
  const lines = new CsvLines({
    delimiter: 'detect',
    maxRowLength: longestRow,
    onBadRow: (problem) => problems.push(problem),
    ...(encoding && { encoding }),
  })
  const part = (batch: { rows: string[][]; lines: number[] }): TablePart => {
    const found = { rows: batch.rows.map((cells, at) => ({ line: batch.lines[at]!, cells: [...cells] })), problems }
    problems = []
    return found
  }
  const source = createReadStream(path, { highWaterMark: chunkBytes })
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) for (const batch of lines.push(chunk)) yield part(batch)
    for (const batch of lines.end()) yield part(batch)
  } finally {
    source.destroy()
  }
}

/** Whether a file is UTF-8. Older spreadsheet programs use the system’s encoding, which the file does not name. */
async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    return false
  }
}

async function* sheetRows(path: string, kind: 'zip' | 'compound', tempFolder: string): AsyncGenerator<TablePart> {
  await using file = await open(path)
  const { size } = await file.stat()
  const book = await (kind === 'zip' ? openXlsx(file, size, tempFolder) : openXls(file, size, tempFolder))
  try {
    const sheets = [...book.names.keys()]
    for (const sheet of sheets.filter((one) => !book.isHidden(one))) {
      let isEmpty = true
      for await (const { rows, numbers } of book.rows(sheet)) {
        isEmpty &&= rows.length === 0
        yield { rows: rows.map((cells, at) => ({ line: numbers[at]!, cells: cellTexts(cells) })), problems: [] }
      }
      if (!isEmpty) return
    }
    for (const sheet of sheets.filter((one) => book.isHidden(one))) {
      for await (const { rows } of book.rows(sheet)) if (rows.length > 0) throw notATable(onlyHidden)
    }
  } finally {
    await book.close()
  }
}

const onlyHidden =
  'Only hidden sheets of the workbook have rows. Show the sheet with the recipients, and save the workbook again.'

/** `Array.from` also visits missing elements, which `map` would skip. */
function cellTexts(cells: readonly SheetCell[]): string[] {
  return Array.from(cells, cellText)
}

/** The number of digits that spreadsheets display. Further digits of a sum such as 1.1 + 2.2 are rounding errors. */
const shownDigits = 15

/** The text of a cell as a person would type it: a date without a time is written without one. */
function cellText(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(Number(cell.toPrecision(shownDigits)))
  if (!(cell instanceof Date)) return String(cell)
  return cell
    .toISOString()
    .replace('T', ' ')
    .replace(/(?: 00:00:00)?\.\d{3}Z$/, '')
}

function notATable(sentence: string): AppError {
  return new AppError('not-a-table', sentence)
}
