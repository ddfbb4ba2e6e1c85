import { AppError } from '#shared/contract/base/error.ts'
import type { ImportKind, ImportReport } from '#shared/contract/imports.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { ImporterPort } from '../archive/index.ts'
import type { JobProgress } from '../jobs/index.ts'
import type { ReadPart } from './reading-methods.ts'
import type { ReadingThread } from './reading-thread.ts'

type ImportResult = Omit<ImportReport, 'jobId' | 'name' | 'endedAt'> & {
  /** The error that ended the import early; null if the file was read to its end. */
  readonly failure: AppError | null
}

type RunOptions = {
  readonly importer: ImporterPort
  readonly reading: Pick<ReadingThread, 'next'>
  readonly kind: ImportKind
  /** Epoch milliseconds: older messages are left out. */
  readonly keptSince: number | null
  readonly progress: (progress: JobProgress) => void
}

/** Reads a file into the archive. If it ends early, everything read before is in the archive and counted. */
export async function runImport({ importer, reading, kind, keptSince, progress }: RunOptions): Promise<ImportResult> {
  const examples: ImportReport['examples'] = []
  let [read, setAside, tooOld] = [0, 0, 0]
  let failure: AppError | null = null
  const readNext = (): Promise<ReadPart | null> => {
    const next = reading.next({ room: importer.room, keptSince })
    next.catch(() => undefined)
    return next
  }
  try {
    let next = readNext()
    for (let part = await next; part !== null; part = await next) {
      tooOld += part.tooOld
      setAside += part.setAside
      examples.push(...part.examples)
      // The next part is read while this part is imported.
      const added = part.pack ? importer.addPack(part.pack, part.records) : null
      next = readNext()
      await added
      read += part.records + part.tooOld + part.setAside
      progress({ fraction: part.done, note: `${plural(english, read, 'record')} read` })
    }
  } catch (thrown) {
    failure = AppError.from(thrown)
  }
  await importer.finish().catch((thrown: unknown) => {
    // A write failure replaces a read failure, because it matters more.
    failure = AppError.from(thrown)
  })
  const state = failure ? 'part' : 'whole'
  return { kind, state, reason: failure?.message ?? '', ...importer.total, tooOld, setAside, examples, failure }
}
