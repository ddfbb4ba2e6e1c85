import type { FileType } from '#shared/contract/base/file-type.ts'
import type { Filter } from '../store/index.ts'

export type ExportPeriod = Pick<Filter, 'dateBegin' | 'dateEnd'>

export type Export = {
  contentType: string
  /** The file in chunks, each built in a few milliseconds, so that memory stays flat. */
  chunks: AsyncIterable<Uint8Array>
  /** Records already written; the total once `chunks` has ended. */
  records(): number
  /** The number of texts cut because they exceed the format’s cell length. Each cut cell contains a note. */
  cutTexts(): number
}

export type DeltaExport = Export & {
  /** Moves the delta mark. Called only after the complete response has been sent. */
  commit(): void
}

export type Exports = {
  all(fileType: FileType, period: ExportPeriod): Export
  delta(fileType: FileType, period: ExportPeriod): DeltaExport
}
