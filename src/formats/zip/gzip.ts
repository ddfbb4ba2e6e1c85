import { createGzip } from 'node:zlib'
import { tableStream, type TableStream } from '../base/table.ts'
import { compressed } from './compressed.ts'

/** Twice as fast as level 6, for a file that is a fifth larger. */
const level = 1

/** The same file, compressed as it is written. The report is still the table’s. */
export function gzipTable(table: TableStream): TableStream {
  return tableStream(() => compressed(createGzip({ level, chunkSize: 64 * 1024 }), table), table.report)
}
