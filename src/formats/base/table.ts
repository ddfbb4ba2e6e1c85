/** One value of a table. A writer knows no record type: whoever has records turns them into rows of cells. */
export type Cell = string | number | Date | null

export type Row = readonly Cell[]

/** Rows travel in batches: one await per row would cost more than writing it. */
export type RowBatches = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>

export type TableOptions = {
  /**
   * csv, xls, xlsx: minutes east of UTC in which a date is written. json always has epoch seconds. Neither a
   * spreadsheet nor people's csv can say which zone it was: a file that is to be read back stays in UTC.
   */
  offsetMinutes?: (date: Date) => number
  /** xls, xlsx: name of the sheet; further sheets get a number after it. */
  sheetName?: string
  /** xls, xlsx: rows of one sheet, its heading included. Defaults to what the format can hold. */
  rowsPerSheet?: number
  /** xlsx: 0 (fast) to 9 (small). */
  deflateLevel?: number
  /** xls: where the file is gathered before its first byte can be written. Defaults to the system's folder. */
  tempFolder?: string
}

export type CsvOptions = TableOptions & {
  /**
   * Without a default, so that every caller says whom the file is for. `people` open it in an office program: it has a
   * byte order mark, dates as such a program reads them, and an apostrophe before text that it would run as a formula
   * or take for a number. For `machines` every value stays as it is, and dates name their zone.
   */
  for: 'people' | 'machines'
}

/** What became of the table; it grows while the file is written, so that it also serves as progress. */
export type TableReport = {
  /** Rows written, headings not counted. */
  rows: number
  /** Sheets written; 0 for json and csv, which have none. */
  sheets: number
  /** Cells whose text was longer than the format can hold, and was cut; each says so at its end. */
  cutCells: number
  /** Cells with characters that the format cannot hold, replaced by U+FFFD; each says so at its end. */
  replacedCells: number
}

/** The bytes of the file. Stopping the iteration early frees everything the writer holds. */
export type TableStream = AsyncIterable<Uint8Array> & {
  readonly report: TableReport
}

function createReport(): TableReport {
  return { rows: 0, sheets: 0, cutCells: 0, replacedCells: 0 }
}

/** Binds a report to the generator that fills it. */
export function tableStream(write: (report: TableReport) => AsyncGenerator<Uint8Array>): TableStream {
  const report = createReport()
  const chunks = write(report)
  return { report, [Symbol.asyncIterator]: () => chunks }
}
