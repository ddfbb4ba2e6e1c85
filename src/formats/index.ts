/**
 * The public interface of this room, from which other rooms import. Importing a file here has no side effects (hence
 * the `@__PURE__` annotations), so that each thread’s bundle contains only the code it uses.
 */

export type { EndObserver } from './base/file-end.ts'
export type { Batch, Column, CsvOptions, Row, TableStream } from './base/table.ts'
export type { CsvCells } from './csv/csv-cells.ts'
export { CsvError, CsvLines, type CsvBatch, type CsvProblem } from './csv/csv-reader.ts'
export { withoutGuard } from './csv/csv-writer.ts'
export { observeEnd } from './detect-end.ts'
export { readJsonRecords, type JsonBatch, type JsonEnd, type JsonObject } from './json/json-reader.ts'
export { headLength, recogniseFile } from './recognise.ts'
export { serialDate, type SheetBook, type SheetCell } from './sheets/sheet-book.ts'
export { writeTable } from './write-table.ts'
export { gzipTable } from './zip/gzip.ts'
export { openXls } from './xls/xls-reader.ts'
export { writeXls } from './xls/xls-writer.ts'
export { openXlsx } from './xlsx/xlsx-reader.ts'
export { writeXlsx } from './xlsx/xlsx-writer.ts'
