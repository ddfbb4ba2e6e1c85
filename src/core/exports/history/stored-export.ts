import { basename } from 'node:path'
import { z } from 'zod'
import { exportEntry, exportLayout, saveAs, type ExportEntry } from '#shared/contract/exports.ts'
import { withRenamedFields } from '../../base/renamed-fields.ts'

/** An export as stored on disk: the only form in which its locations are paths. */
export const storedExport = exportEntry.omit({ folder: true, fileToken: true }).extend({
  /** Null for a file waiting to be saved. */
  folderPath: z.string().nullable(),
  /** The temporary file next to the final location, which may still exist; null once the file has been removed. */
  partPath: z.string().nullable(),
  /** The part’s identity, which stays the same when it is renamed. Set once the part is complete and gets its name. */
  identity: z.string().nullable(),
  scheduleId: z.uuid().nullable(),
  /** For a kept delta: `whole` if it is known to be complete, otherwise `cannot-tell`. */
  completeness: z.enum(['whole', 'cannot-tell']),
})
export type StoredExport = z.infer<typeof storedExport>

/** An account’s most recent export choices. */
const lastChoice = z.strictObject({ layout: exportLayout, saveAs, folderPath: z.string().nullable() })
export type LastChoice = z.infer<typeof lastChoice>

/** Renames the fields of files from earlier versions. */
const renamed = (stored: unknown): unknown => withRenamedFields(stored, { place: 'saveAs' })

export const storedHistory = z.strictObject({
  entries: z.array(z.preprocess(renamed, storedExport)),
  last: z.record(z.string(), z.preprocess(renamed, lastChoice)),
})
export type StoredHistory = z.infer<typeof storedHistory>

/** An export’s state before it begins, whether or not it ran earlier. */
export const beginning = {
  jobId: '',
  state: 'running',
  bytes: 0,
  rows: null,
  manifest: null,
  verified: null,
  identity: null,
  text: '',
  endedAt: null,
} as const

export function shownExport(stored: StoredExport, fileToken: string | null): ExportEntry {
  const { folderPath, partPath: _part, identity: _identity, completeness: _completeness, ...entry } = stored
  return { ...entry, folder: folderPath === null ? null : basename(folderPath) || folderPath, fileToken }
}

export const interruptedText = 'Mailroom stopped during this export. Run the export again.'
const notSavedText = 'Mailroom stopped before the file was saved. Run the export again to get the file.'

/** Marks exports that were running when Mailroom ended, and files whose tokens ended with it. */
export function afterStop(now: number): (stored: StoredExport) => StoredExport {
  return (stored) => {
    if (stored.state === 'running' || stored.state === 'paused') {
      return { ...stored, state: 'interrupted', endedAt: now, text: interruptedText }
    }
    const waits = stored.state === 'done' && stored.folderPath === null
    return waits ? { ...stored, text: notSavedText } : stored
  }
}
