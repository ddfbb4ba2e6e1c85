import type { CsvDecimal, CsvSeparator, DateForm } from '#shared/contract/base/export-choices.ts'

/** One value of a table. Writers know no record type: the caller turns records into rows of cells. */
export type Cell = string | number | Date | null

export type Row = readonly Cell[]

/** The cells of a column as they lie in memory. */
export type Column =
  /** UTF-8 between a start and an end. */
  | {
      readonly kind: 'texts'
      readonly bytes: Uint8Array
      readonly starts: ArrayLike<number>
      readonly ends: ArrayLike<number>
      /** An empty text is a missing cell, as in all columns of JSON. */
      readonly isOptional?: boolean
    }
  /** Cells that repeat. */
  | { readonly kind: 'codes'; readonly codes: ArrayLike<number>; readonly cellOf: (code: number) => Cell }
  | { readonly kind: 'numbers'; readonly numbers: ArrayLike<number> }
  /** Epoch milliseconds. */
  | { readonly kind: 'dates'; readonly times: ArrayLike<number> }

/**
 * Rows as columns: csv and json are written from them without making a string or an object of each cell, which takes four
 * times as long. `rows` holds the rows that columns cannot hold, by their places.
 */
export type ColumnBatch = {
  readonly length: number
  readonly columns: readonly Column[]
  readonly rows: ReadonlyMap<number, Row>
}

export type Batch = readonly Row[] | ColumnBatch

export function isColumnBatch(batch: Batch): batch is ColumnBatch {
  return 'columns' in batch
}

/**
 * Rows travel in batches: one await per row would cost more than writing it. The data that a batch points to may be gone
 * once the next one is taken.
 */
export type RowBatches = Iterable<Batch> | AsyncIterable<Batch>

export type TableOptions = {
  /**
   * The zone in which a date (epoch milliseconds) is written, in minutes east of UTC. Dates of the form `local` cannot name
   * their zone, so a file that will be read back stays in UTC.
   */
  offsetMinutes?: (time: number) => number
  /** Defaults to `epoch` in json, to `iso` in csv for machines, and to `local` otherwise: in xls and xlsx, that is a date cell. */
  dates?: DateForm
  /** json, jsonl: columns whose text is JSON and is written unchanged. */
  jsonColumns?: ReadonlySet<number>
  /** xls, xlsx: name of the sheet; further sheets have a number after it. */
  sheetName?: string
  /** xls, xlsx: rows of one sheet, its heading included. Defaults to what the format can hold. */
  rowsPerSheet?: number
  /** xlsx: 0 (fast) to 9 (small). */
  deflateLevel?: number
  /** xls: folder of the temporary files that hold the table until it is complete. Defaults to the system's. */
  tempFolder?: string
}

export type CsvLayout = {
  separator: CsvSeparator
  /** The sign before the decimals of a number. */
  decimal: CsvDecimal
  /** Without it, many office programs do not read the text as UTF-8. */
  byteOrderMark: boolean
  /**
   * An apostrophe before text that an office program would run as a formula or convert to a number. An import removes it if
   * the file has a byte order mark.
   */
  guard: boolean
}

export type CsvOptions = TableOptions & {
  /**
   * There is no default, so that every caller decides. `people` open the file in an office program: it has commas, a byte
   * order mark, a guard, and dates in the form that such a program reads. For `machines` it has commas, every value stays
   * unchanged, and dates name their zone.
   */
  for: 'people' | 'machines' | CsvLayout
}

/** Counts what was written. The counts grow while the file is written, so they also serve as progress. */
export type TableReport = {
  /** Rows written, headings not counted. */
  rows: number
  /** Sheets written; 0 for formats that have none. */
  sheets: number
  /** Cells whose text was too long for the format and was cut; each has a note at its end. */
  cutCells: number
  /** Cells with characters that the format cannot hold, replaced by U+FFFD; each has a note at its end. */
  replacedCells: number
}

/** The bytes of the file. Ending the iteration early releases everything that the writer holds. */
export type TableStream = AsyncIterable<Uint8Array> & {
  readonly report: TableReport
}

function createReport(): TableReport {
  return { rows: 0, sheets: 0, cutCells: 0, replacedCells: 0 }
}

/** Binds a report to the generator that fills it. */
export function tableStream(
  write: (report: TableReport) => AsyncGenerator<Uint8Array>,
  report = createReport(),
): TableStream {
  const chunks = write(report)
  return { report, [Symbol.asyncIterator]: () => chunks }
}
