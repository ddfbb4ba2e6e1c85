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
 * Without an announced length, a complete body and a broken connection end in the same way: only the content shows the
 * difference. A cut exactly between two rows of csv, or two lines of json with one object per line, goes undetected.
 */
export function observeEnd(fileType: FileType): EndObserver {
  return new observers[fileType]()
}
