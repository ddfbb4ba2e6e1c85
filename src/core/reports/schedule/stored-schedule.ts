import { basename } from 'node:path'
import { z } from 'zod'
import { reportSchedule, type ReportSchedule } from '#shared/contract/reports.ts'

/** A schedule on the disk. Only here is its folder a path. */
export const storedSchedule = reportSchedule.omit({ folder: true, nextRun: true }).extend({
  folderPath: z.string(),
  /** When it is made next, in milliseconds, whether it is paused or not. */
  due: z.number().int(),
})
export type StoredSchedule = z.infer<typeof storedSchedule>

export function shownSchedule({ folderPath, due, ...schedule }: StoredSchedule): ReportSchedule {
  return { ...schedule, folder: basename(folderPath), nextRun: schedule.paused ? null : due }
}

/** A run that was under way when Mailroom ended has not written its report. */
export function interruptedByStop(schedule: StoredSchedule): StoredSchedule {
  if (schedule.last?.state !== 'running') return schedule
  const text = 'Mailroom was closed before the report was made. Run it again.'
  return { ...schedule, last: { ...schedule.last, state: 'failed', text } }
}
