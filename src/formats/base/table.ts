import type { CsvDecimal, CsvSeparator, DateForm } from '#shared/contract/base/export-choices.ts'

/** One table value. Writers have no record type: the caller turns records into rows of cells. */
export type Cell = string | number | Date | null

export type Row = readonly Cell[]

/** A column’s cells as they are laid out in memory. */
export type Column =
  /** UTF-8 text between a start and an end. */
  | {
      readonly kind: 'texts'
      readonly bytes: Uint8Array
      readonly starts: ArrayLike<number>
      readonly ends: ArrayLike<number>
      /** An empty text counts as a missing cell, as in all JSON columns. */
      readonly isOptional?: boolean
    }
  /** Values that repeat, each represented by a code. */
  | { readonly kind: 'codes'; readonly codes: ArrayLike<number>; readonly cellOf: (code: number) => Cell }
  | { readonly kind: 'numbers'; readonly numbers: ArrayLike<number> }
  /** Epoch milliseconds. */
  | { readonly kind: 'dates'; readonly times: ArrayLike<number> }

/**
 * Rows as columns, from which csv and json are written without a string or an object per cell: those would take four
 * times as long. `rows` contains the rows that don’t fit into columns, by their index.
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
 * Rows travel in batches because one await per row would cost more than writing it. The data that a batch points to may be
 * overwritten once the next batch is requested.
 */
export type RowBatches = Iterable<Batch> | AsyncIterable<Batch>

export type TableOptions = {
  /**
   * The offset of the zone for a date (epoch milliseconds), in minutes east of UTC. `local` dates cannot name their zone,
   * so the headings of a file that will be read back name it.
   */
  offsetMinutes?: (time: number) => number
  /**
   * Defaults to `epoch` in json, to `iso` in csv for machines, and to `local` elsewhere; in xls and xlsx, `local` is a date
   * cell.
   */
  dates?: DateForm
  /** json, jsonl: columns whose text is JSON and is written unchanged. */
  jsonColumns?: ReadonlySet<number>
  /** xls, xlsx: the sheet’s name; further sheets get a number appended. */
  sheetName?: string
  /** xls, xlsx: rows per sheet, including the heading. Defaults to the format’s maximum. */
  rowsPerSheet?: number
  /** xlsx: 0 (fast) to 9 (small). */
  deflateLevel?: number
  /**
   * xls: folder for the temporary files that hold the table until it is complete. Defaults to the system’s temporary
   * folder.
   */
  tempFolder?: string
}

export type CsvLayout = {
  separator: CsvSeparator
  decimal: CsvDecimal
  /** Without a byte order mark, many spreadsheet programs do not read the text as UTF-8. */
  byteOrderMark: boolean
  /**
   * Whether an apostrophe is put before text that a spreadsheet program would run as a formula or convert to a number. If
   * the file has a byte order mark, an import removes the apostrophe.
   */
  guard: boolean
}

export type CsvOptions = TableOptions & {
  /**
   * There is no default, so that callers have to choose. `people` open the file in a spreadsheet program: they get
   * commas, a byte order mark, guarded text, and dates that such a program recognises. `machines` get commas, unchanged
   * text, and dates that include their zone.
   */
  for: 'people' | 'machines' | CsvLayout
}

/** Counts what was written. The counts grow during writing, so they also serve as progress. */
export type TableReport = {
  /** The number of rows written, excluding headings. */
  rows: number
  /** The number of sheets written; 0 for formats that have none. */
  sheets: number
  /** The number of cells whose text was too long for the format and was cut. Each ends with a note. */
  cutCells: number
  /**
   * The number of cells with characters that the format cannot hold, which are replaced by U+FFFD. Each ends with a
   * note.
   */
  replacedCells: number
}

/** The file’s bytes. Ending the iteration early releases all resources that the writer holds. */
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
