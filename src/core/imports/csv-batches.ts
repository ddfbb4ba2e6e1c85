import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type CsvBatch, CsvError, CsvLines, type CsvProblem, withoutGuard } from '#formats/index.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
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
} from './file-reader.ts'
import { PlainRecords } from './plain-records.ts'
import { missingColumns, readHeading, readRow, type TableHeading } from './records.ts'

/** The maximum length of a row in characters. A longer row has a quote that was never closed. */
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

async function* batches(path: string, onHeading: (heading: TableHeading) => void): AsyncGenerator<FileBatch> {
  let read = 0
  const { size } = await stat(path)
  const source = createReadStream(path, { highWaterMark: chunkBytes })
  const reader = new CsvFile(onHeading)
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
  if (reader.endsWithinRow) throw brokenFile('The file ends in the middle of a row. The rest is missing.')
}

type Found = Pick<FileBatch, 'records' | 'setAside'>

/** Creates records from the bytes of rows in the service’s form, and from the texts of all other rows. */
class CsvFile {
  readonly #onHeading: (heading: TableHeading) => void
  readonly #records = new GrowingSet(512)
  readonly #lines: CsvLines
  #heading: TableHeading | null = null
  #plain: PlainRecords | null = null
  #setAside: SetAside[] = []
  /** The line of the last row read as text, and the line of the last unreadable row. */
  #lastGood = 0
  #lastBad = 0

  constructor(onHeading: (heading: TableHeading) => void) {
    this.#onHeading = onHeading
    const onBadRow = ({ line, problem }: CsvProblem): void => {
      if (this.#heading === null) {
        throw notAnExport(
          `The file is not a message export. Its first row can’t be read (${problem}). Choose an export file.`,
        )
      }
      this.#putAside(line, problem)
    }
    this.#lines = new CsvLines({ delimiter: 'detect', maxRowLength: longestRow, onBadRow })
  }

  get endsWithinRow(): boolean {
    return this.#lines.endsOpen && this.#lastBad > this.#lastGood
  }

  push(chunk: Buffer): Generator<Found> {
    return this.#read(this.#lines.push(chunk))
  }

  end(): Generator<Found> {
    return this.#read(this.#lines.end())
  }

  #begin(): void {
    this.#records.clear()
    this.#plain?.begin()
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
    this.#onHeading(this.#heading)
    if (!PlainRecords.canRead(this.#heading)) return
    const plain = new PlainRecords(this.#heading, this.#records)
    this.#plain = plain
    this.#lines.offerRows((bytes, row) => plain.take(bytes, row))
  }

  #readRow(heading: TableHeading, cells: string[], line: number): void {
    if (cells.length < heading.keys.length) {
      this.#putAside(line, `Expected ${plural(english, heading.keys.length, 'cell')}, found ${cells.length}`)
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
 * Removes the apostrophes that guard formulas. Used only for files with a byte order mark: in files meant for
 * spreadsheets, Mailroom writes this mark and puts an apostrophe before text that looks like a formula; a spreadsheet
 * that saves such a file as CSV UTF-8 keeps both. In other files, an apostrophe belongs to the text: removing it would
 * turn `'@example.org` into another recipient. Works in place, because allocating an array for each of millions of rows
 * would create garbage.
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
      'The file is not a message export. Its first row has none of the columns Id, Email, CreatedDate and so on. Choose an export file.',
    )
  }
  const problem = missingColumns(heading)
  if (problem !== null) throw notAnExport(problem)
  return heading
}
