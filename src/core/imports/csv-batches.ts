import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, CsvLines, type CsvBatch, type CsvProblem } from '#formats/csv/csv-reader.ts'
import { withoutGuard } from '#formats/csv/csv-writer.ts'
import { GrowingSet } from '../base/packs/growing-set.ts'
import { Unreadable } from '../api/read/fields.ts'
import {
  brokenFile,
  chunkBytes,
  noShape,
  notAnExport,
  translated,
  type FileBatch,
  type FileReader,
  type FileShape,
  type SetAside,
} from './import-file.ts'
import { PlainRows } from './plain-rows.ts'
import { missingColumns, readHeading, readRow, type TableHeading } from './records.ts'

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
  const reader = new CsvFile(tell)
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      read += chunk.length
      for (const found of reader.push(chunk)) yield { ...found, done: read / Math.max(size, 1) }
    }
    for (const found of reader.end()) yield { ...found, done: 1 }
  } catch (thrown) {
    if (thrown instanceof CsvError) throw brokenFile(`${thrown.message} Save it as CSV UTF-8 and import it again.`)
    throw translated(thrown)
  } finally {
    source.destroy()
  }
  if (endsOpen && reader.isLastBad) throw brokenFile('The file breaks off in the middle of a row: its end is missing.')
}

type Found = Pick<FileBatch, 'records' | 'setAside'>

/** Rows as the service writes them are read from the bytes, all others as texts, with all care. */
class CsvFile {
  readonly #tell: (heading: TableHeading) => void
  readonly #records = new GrowingSet(512)
  readonly #lines: CsvLines
  #heading: TableHeading | null = null
  #plain: PlainRows | null = null
  #setAside: SetAside[] = []
  /** The line of the last row that was read as a text, and of the last that could not be. */
  #lastGood = 0
  #lastBad = 0

  constructor(tell: (heading: TableHeading) => void) {
    this.#tell = tell
    const onBadRow = ({ line, problem }: CsvProblem): void => {
      if (this.#heading === null) {
        throw notAnExport(`The file is not an export of messages: its first row cannot be read (${problem}).`)
      }
      this.#putAside(line, problem)
    }
    this.#lines = new CsvLines({ delimiter: 'detect', maxRowLength: longestRow, onBadRow })
  }

  get isLastBad(): boolean {
    return this.#lastBad > this.#lastGood
  }

  *push(chunk: Buffer): Generator<Found> {
    let rest = chunk
    if (this.#heading === null) {
      // The heading says what is in the rows: it is read before them.
      const end = chunk.indexOf('\n') + 1
      yield* this.#read(this.#lines.push(chunk.subarray(0, end)))
      rest = chunk.subarray(end)
    }
    this.#begin()
    yield* this.#read(this.#lines.push(this.#plain?.take(rest, this.#records) ?? rest))
  }

  *end(): Generator<Found> {
    if (this.#plain) yield* this.#read(this.#lines.push(this.#plain.end()))
    yield* this.#read(this.#lines.end())
  }

  #begin(): void {
    this.#records.clear()
    this.#setAside = []
  }

  *#read(batches: Iterable<CsvBatch>): Generator<Found> {
    for (const { rows, lines } of batches) {
      for (const [index, cells] of rows.entries()) {
        if (this.#heading === null) this.#readHeading(cells)
        else this.#readRow(this.#heading, cells, lines[index]!)
      }
      yield { records: this.#records, setAside: this.#setAside }
      this.#begin()
    }
  }

  #readHeading(cells: readonly string[]): void {
    this.#heading = checkedHeading(cells)
    this.#tell(this.#heading)
    const delimiter = this.#lines.delimiterOfNextRow
    if (delimiter !== null) this.#plain = new PlainRows(this.#heading, delimiter)
  }

  #readRow(heading: TableHeading, cells: string[], line: number): void {
    if (cells.length < heading.keys.length) {
      this.#putAside(line, `${cells.length} cells where ${heading.keys.length} are due`)
      return
    }
    try {
      this.#records.append(readRow(heading, this.#lines.isMarked ? unguarded(cells) : cells))
      this.#lastGood = line
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown
      this.#putAside(line, thrown.message)
    }
  }

  #putAside(line: number, reason: string): void {
    this.#lastBad = line
    this.#setAside.push({ place: `Line ${line}`, reason })
  }
}

/**
 * Only for a file with a byte order mark: Mailroom guards formulas in the files that people open in a spreadsheet, and it is
 * these that begin with the mark. Files of the service and of programs have neither, and an apostrophe in them belongs to the
 * text: without it `'@example.org` would be another recipient. A spreadsheet that saves a guarded file as CSV UTF-8 keeps
 * both, apostrophes and mark.
 * In place: another list for each of millions of rows would be garbage at once.
 */
function unguarded(cells: string[]): string[] {
  for (let column = 0; column < cells.length; column += 1) {
    if (cells[column]!.charCodeAt(0) === 39) cells[column] = withoutGuard(cells[column]!)
  }
  return cells
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
