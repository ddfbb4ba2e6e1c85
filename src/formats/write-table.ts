import type { FileType } from '#shared/contract/base/file-type.ts'
import { writeCsv } from './csv/csv-writer.ts'
import { writeJson } from './json/json-writer.ts'
import type { CsvOptions, RowBatches, TableOptions, TableStream } from './base/table.ts'
import { writeXls } from './xls/xls-writer.ts'
import { writeXlsx } from './xlsx/xlsx-writer.ts'

/** Writes the table as a file of the given type. `columns` are the first row; in json, the names of the fields. */
export function writeTable(
  fileType: Exclude<FileType, 'csv'>,
  columns: readonly string[],
  batches: RowBatches,
  options?: TableOptions,
): TableStream
export function writeTable(
  fileType: FileType,
  columns: readonly string[],
  batches: RowBatches,
  options: CsvOptions,
): TableStream
export function writeTable(
  fileType: FileType,
  columns: readonly string[],
  batches: RowBatches,
  options: Partial<CsvOptions> = {},
): TableStream {
  switch (fileType) {
    case 'json':
      return writeJson(columns, batches)
    case 'csv':
      if (options.for === undefined) throw new RangeError('A csv file needs the option `for`: people or machines.')
      return writeCsv(columns, batches, { ...options, for: options.for })
    case 'xls':
      return writeXls(columns, batches, options)
    case 'xlsx':
      return writeXlsx(columns, batches, options)
  }
}
