import type { FileType } from '../store/index.ts'

export type ExportPeriod = {
  dateBegin?: number | null
  dateEnd?: number | null
}

export type Export = {
  contentType: string
  /** Parts of the file, in order. Each part is built in one go of a few milliseconds; memory stays flat. */
  chunks: AsyncIterable<Uint8Array>
  /** Records written so far; the total once `chunks` has ended. */
  records(): number
  /** Texts so far that are longer than a cell of the format holds; each cell says so itself. */
  cutTexts(): number
}

export type DeltaExport = Export & {
  /** Moves the mark. Call it when the whole answer went out, never before. */
  commit(): void
}

export type Exports = {
  all(fileType: FileType, period: ExportPeriod): Export
  delta(fileType: FileType, period: ExportPeriod): DeltaExport
}
