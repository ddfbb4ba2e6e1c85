import type { FileType } from '#shared/contract/base/file-type.ts'
import type { Filter } from '../store/index.ts'

export type ExportPeriod = Pick<Filter, 'dateBegin' | 'dateEnd'>

export type Export = {
  contentType: string
  /** The file in chunks, each built in a few milliseconds, so that memory stays flat. */
  chunks: AsyncIterable<Uint8Array>
  /** The number of records written so far. Once `chunks` has ended, this is the total. */
  records(): number
  /**
   * The number of texts that were cut because they exceed the format’s limit for a cell. A note in the cell says so.
   */
  cutTexts(): number
}

export type DeltaExport = Export & {
  /** Moves the delta mark. Must not be called before the complete response has been sent. */
  commit(): void
}

export type Exports = {
  all(fileType: FileType, period: ExportPeriod): Export
  delta(fileType: FileType, period: ExportPeriod): DeltaExport
}
