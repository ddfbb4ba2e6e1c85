import type { ExportFormat } from '#shared/contract/base/export-choices.ts'
import { writeCsv } from './csv/csv-writer.ts'
import { writeJson, writeJsonLines } from './json/json-writer.ts'
import type { CsvOptions, RowBatches, TableOptions, TableStream } from './base/table.ts'
import { writeXls } from './xls/xls-writer.ts'
import { writeXlsx } from './xlsx/xlsx-writer.ts'

/**
 * Writes a table as a file of the given format. `columns` has the headings of the first row or, in json and jsonl, the
 * field names.
 */
export function writeTable(
  format: Exclude<ExportFormat, 'csv'>,
  columns: readonly string[],
  batches: RowBatches,
  options?: TableOptions,
): TableStream
export function writeTable(
  format: ExportFormat,
  columns: readonly string[],
  batches: RowBatches,
  options: CsvOptions,
): TableStream
export function writeTable(
  format: ExportFormat,
  columns: readonly string[],
  batches: RowBatches,
  options: Partial<CsvOptions> = {},
): TableStream {
  switch (format) {
    case 'json':
      return writeJson(columns, batches, options)
    case 'jsonl':
      return writeJsonLines(columns, batches, options)
    case 'csv':
      if (options.for === undefined)
        throw new RangeError('A csv file needs the option `for`: people, machines or a layout.')
      return writeCsv(columns, batches, { ...options, for: options.for })
    case 'xls':
      return writeXls(columns, batches, options)
    case 'xlsx':
      return writeXlsx(columns, batches, options)
  }
}
