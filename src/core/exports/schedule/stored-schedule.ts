import { z } from 'zod'
import { exportSchedule, type ExportSchedule } from '#shared/contract/schedules.ts'
import { plan, shownPlan, type Plan } from '../../schedules/index.ts'

/** A file written by a schedule. The export list may no longer include it. */
const writtenFile = z.strictObject({
  exportId: z.uuid(),
  folderPath: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  identity: z.string(),
})
export type WrittenFile = z.infer<typeof writtenFile>

const own = {
  /** The files that the schedule has written, oldest first. */
  files: z.array(writtenFile),
  /** When the newest of the listed files was begun. Files from later exports are not listed yet. */
  filesUntil: z.number().int(),
}

export const storedSchedule = exportSchedule
  .omit({ folder: true, nextRun: true })
  .extend(plan)
  .extend(own)
  .extend({ kind: z.literal('export').default('export') })
export type StoredSchedule = z.infer<typeof storedSchedule>

export type Own = Pick<StoredSchedule, keyof typeof own>
export type WantedSchedule = Omit<StoredSchedule, keyof Plan | keyof Own>

export function shownSchedule(stored: StoredSchedule): ExportSchedule {
  const { folderPath: _path, due: _due, ranHere: _ranHere, files: _files, filesUntil: _until, ...schedule } = stored
  return { ...schedule, ...shownPlan(stored) }
}
