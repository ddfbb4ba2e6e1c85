import type { ImportReport } from '#shared/contract/imports.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { FileType } from '#shared/domain/exports/file-type.ts'
import type { Archive } from '../archive/engine/archive.ts'
import type { JobProgress } from '../jobs/jobs.ts'
import type { ReadPart } from './reading-methods.ts'
import type { ReadingThread } from './reading-thread.ts'

export type ImportOutcome = Omit<ImportReport, 'jobId' | 'name' | 'endedAt'> & {
  /** What ended it early; null when the file was read to its end. */
  readonly failure: AppError | null
}

type RunOptions = {
  readonly archive: Archive
  readonly reading: Pick<ReadingThread, 'next'>
  readonly kind: FileType
  /** Epoch milliseconds: older messages are left out. */
  readonly keptSince: number | null
  readonly progress: (progress: JobProgress) => void
}

/** From the file into the archive. Whatever ends it early: what was read before is in the archive, and is counted. */
export async function runImport({ archive, reading, kind, keptSince, progress }: RunOptions): Promise<ImportOutcome> {
  const importer = archive.importer()
  const examples: ImportReport['examples'] = []
  let [read, setAside, tooOld] = [0, 0, 0]
  let failure: AppError | null = null
  /** One part is read while the one before is taken in. */
  const ask = (): Promise<ReadPart | null> => {
    const next = reading.next({ room: importer.room, keptSince })
    next.catch(() => undefined)
    return next
  }
  try {
    let next = ask()
    for (let part = await next; part !== null; part = await next) {
      tooOld += part.tooOld
      setAside += part.setAside
      examples.push(...part.examples)
      const taken = part.pack ? importer.addPack(part.pack, part.records) : null
      next = ask()
      await taken
      read += part.records + part.tooOld + part.setAside
      progress({ fraction: part.done, note: `${read.toLocaleString('en')} records read` })
    }
  } catch (thrown) {
    failure = AppError.from(thrown)
  }
  await importer.finish().catch((thrown: unknown) => {
    // The writing itself failed: that is what has to be told.
    failure = AppError.from(thrown)
  })
  const state = failure ? 'part' : 'whole'
  return { kind, state, reason: failure?.message ?? '', ...importer.total, tooOld, setAside, examples, failure }
}
