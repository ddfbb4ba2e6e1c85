/** One value of a table. Writers know no record type: the caller turns records into rows of cells. */
export type Cell = string | number | Date | null

export type Row = readonly Cell[]

/** Rows travel in batches: one await per row would cost more than writing it. */
export type RowBatches = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>

export type TableOptions = {
  /**
   * csv, xls, xlsx: the zone in which a date is written, in minutes east of UTC. json always has epoch seconds. Neither a
   * spreadsheet nor a csv for people can name the zone, so a file that will be read back stays in UTC.
   */
  offsetMinutes?: (date: Date) => number
  /** xls, xlsx: name of the sheet; further sheets have a number after it. */
  sheetName?: string
  /** xls, xlsx: rows of one sheet, its heading included. Defaults to what the format can hold. */
  rowsPerSheet?: number
  /** xlsx: 0 (fast) to 9 (small). */
  deflateLevel?: number
  /** xls: folder of the temporary files that hold the table until it is complete. Defaults to the system's. */
  tempFolder?: string
}

export type CsvOptions = TableOptions & {
  /**
   * There is no default, so that every caller decides. `people` open the file in an office program: it has a byte order
   * mark, dates in the form that such a program reads, and an apostrophe before text that the program would run as a
   * formula or convert to a number. For `machines` every value stays unchanged, and dates name their zone.
   */
  for: 'people' | 'machines'
}

/** Counts what was written. It grows while the file is written, so that it also serves as progress. */
export type TableReport = {
  /** Rows written, headings not counted. */
  rows: number
  /** Sheets written; 0 for json and csv, which have none. */
  sheets: number
  /** Cells whose text was too long for the format and was cut; each has a note at its end. */
  cutCells: number
  /** Cells with characters that the format cannot hold, replaced by U+FFFD; each has a note at its end. */
  replacedCells: number
}

/** The bytes of the file. Stopping the iteration early releases everything that the writer holds. */
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
