import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, readCsvLines } from '#formats/csv-reader.ts'
import { withoutGuard } from '#formats/csv-writer.ts'
import { Unreadable } from '../api/read/fields.ts'
import {
  brokenFile,
  noShape,
  notAnExport,
  translated,
  type FileBatch,
  type FileReader,
  type FileShape,
  type SetAside,
} from './import-file.ts'
import { missingColumns, readHeading, readRow, type TableHeading } from './records.ts'

/** More at once is no faster: 256 KB took 50 MB more memory, and blocked others for longer. */
const chunkBytes = 64 * 1024
/** Of characters: what is longer is a quote that nobody closed. */
const longestRow = 1024 * 1024

export function csvBatches(path: string): FileReader {
  let shape: FileShape = noShape
  return {
    kind: 'csv',
    get shape() {
      return shape
    },
    batches: () => batches(path, (heading) => (shape = heading)),
  }
}

async function* batches(path: string, tell: (heading: TableHeading) => void): AsyncGenerator<FileBatch> {
  let read = 0
  const { size, endsOpen } = await lookAtEnd(path)
  const source = createReadStream(path, { highWaterMark: chunkBytes })
  source.on('data', (chunk) => (read += chunk.length))
  let bad: SetAside[] = []
  /** The line of the last row that was read, and of the last that could not be. */
  let lastGood = 0
  let lastBad = 0
  const onBadRow = ({ line, message }: CsvError): void => {
    lastBad = line
    bad.push({ place: `Line ${line}`, reason: message.replace(/^Line \d+: /, '').replace(/\.$/, '') })
  }
  const rows = readCsvLines(source, { delimiter: 'detect', maxRowLength: longestRow, onBadRow })
  let heading: TableHeading | null = null
  try {
    for await (const { rows: found, lines } of rows) {
      const batch: FileBatch = { messages: [], setAside: bad, done: read / Math.max(size, 1) }
      bad = []
      for (const [index, cells] of found.entries()) {
        if (heading === null) {
          tell((heading = checkedHeading(cells)))
          continue
        }
        const line = lines[index]!
        try {
          if (cells.length < heading.keys.length) throw short(cells.length, heading.keys.length)
          batch.messages.push(readRow(heading, unguarded(cells)))
          lastGood = line
        } catch (thrown) {
          if (!(thrown instanceof Unreadable)) throw thrown
          lastBad = line
          batch.setAside.push({ place: `Line ${line}`, reason: thrown.message })
        }
      }
      yield batch
    }
  } catch (thrown) {
    if (thrown instanceof CsvError) throw brokenFile(`${thrown.message} Save it as CSV UTF-8 and import it again.`)
    throw translated(thrown)
  } finally {
    source.destroy()
  }
  if (bad.length > 0) yield { messages: [], setAside: bad, done: 1 }
  if (endsOpen && lastBad > lastGood)
    throw brokenFile('The file breaks off in the middle of a row: its end is missing.')
}

/** In place: another list for each of millions of rows would be garbage at once. */
function unguarded(cells: string[]): string[] {
  for (let column = 0; column < cells.length; column += 1) {
    if (cells[column]!.charCodeAt(0) === 39) cells[column] = withoutGuard(cells[column]!)
  }
  return cells
}

function short(given: number, due: number): Unreadable {
  return new Unreadable(`${given} cells where ${due} are due`)
}

function checkedHeading(cells: readonly string[]): TableHeading {
  const heading = readHeading(cells)
  if (heading === null) {
    throw notAnExport(
      'The file is not an export of messages: its first row names none of the columns Id, Email, CreatedDate and so on.',
    )
  }
  const problem = missingColumns(heading)
  if (problem !== null) throw notAnExport(problem)
  return heading
}

/** A last row without a line break may be one that was cut. */
async function lookAtEnd(path: string): Promise<{ size: number; endsOpen: boolean }> {
  await using file = await open(path)
  const { size } = await file.stat()
  const tail = Buffer.alloc(2)
  await file.read(tail, 0, 2, Math.max(0, size - 2))
  return { size, endsOpen: !/[\r\n]/.test(tail.toString('latin1')) }
}
