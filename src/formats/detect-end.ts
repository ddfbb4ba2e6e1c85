import type { FileType } from '#shared/contract/base/file-type.ts'
import type { EndObserver } from './base/file-end.ts'
import { CompoundEndObserver } from './compound/compound-end.ts'
import { CsvEndObserver } from './csv/csv-end.ts'
import { JsonEndObserver } from './json/json-end.ts'
import { ZipEndObserver } from './zip/zip-end.ts'

const observers: Readonly<Record<FileType, new () => EndObserver>> = {
  json: JsonEndObserver,
  csv: CsvEndObserver,
  xls: CompoundEndObserver,
  xlsx: ZipEndObserver,
}

/**
 * Without an announced length, a broken connection looks like a complete response: only the content shows the
 * difference. If the connection breaks exactly between two rows of csv, or between two objects of json on separate
 * lines, even the content cannot show it.
 */
export function observeEnd(fileType: FileType): EndObserver {
  return new observers[fileType]()
}
