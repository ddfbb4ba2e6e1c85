import { setImmediate } from 'node:timers/promises'
import type { ImportReport } from '#shared/contract/import.ts'
import { AppError } from '#shared/contract/error.ts'
import type { Archive } from '../archive/archive.ts'
import type { RecordSet } from '../archive/record/record-set.ts'
import type { JobProgress } from '../jobs/jobs.ts'
import type { FileReader } from './import-file.ts'

export type ImportOutcome = Omit<ImportReport, 'jobId' | 'name' | 'endedAt'> & {
  /** What ended it early; null when the file was read to its end. */
  readonly failure: AppError | null
}

type RunOptions = {
  readonly archive: Archive
  readonly reader: FileReader
  /** Epoch milliseconds: older messages are left out. */
  readonly keptSince: number | null
  readonly signal: AbortSignal
  readonly progress: (progress: JobProgress) => void
}

const shownExamples = 100

/** From the file into the archive. Whatever ends it early: what was read before is in the archive, and is counted. */
export async function runImport({ archive, reader, keptSince, signal, progress }: RunOptions): Promise<ImportOutcome> {
  const importer = archive.importer()
  const examples: ImportReport['examples'] = []
  let [read, setAside, tooOld] = [0, 0, 0]
  let failure: AppError | null = null
  try {
    for await (const batch of reader.batches()) {
      signal.throwIfAborted()
      const kept = keptSince === null ? null : placesSince(batch.records, keptSince)
      if (kept) tooOld += batch.records.size - kept.length
      setAside += batch.setAside.length
      for (const { place, reason } of batch.setAside.slice(0, shownExamples - examples.length)) {
        examples.push({ place, reason: cut(reason) })
      }
      await importer.addSet(batch.records, kept)
      read += batch.records.size + batch.setAside.length
      progress({ fraction: Math.min(1, batch.done), note: `${read.toLocaleString('en')} records read` })
      // A small file has all of its batches at once: whoever else has something to do comes first.
      await setImmediate()
    }
  } catch (thrown) {
    failure = AppError.from(signal.aborted ? signal.reason : thrown)
  }
  await importer.finish().catch((thrown: unknown) => {
    // The writing itself failed: that is what has to be told.
    failure = AppError.from(thrown)
  })
  return {
    ...{ kind: reader.kind, state: failure ? 'part' : 'whole', reason: failure?.message ?? '' },
    ...{ ...importer.total, tooOld, setAside, examples, failure },
  }
}

function placesSince({ size, created }: RecordSet, since: number): number[] {
  return Array.from({ length: size }, (_, at) => at).filter((at) => created[at]! >= since)
}

function cut(text: string): string {
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
