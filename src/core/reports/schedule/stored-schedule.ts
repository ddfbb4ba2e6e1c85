import { basename } from 'node:path'
import { z } from 'zod'
import { reportSchedule, type ReportSchedule } from '#shared/contract/reports.ts'

/** A schedule as it is stored. The page is shown the name of the folder, and never its path. */
export const storedSchedule = reportSchedule.omit({ folder: true, nextRun: true }).extend({
  folderPath: z.string(),
  /** Epoch milliseconds of the next run. A paused schedule keeps it, and a new one is set when it is resumed. */
  due: z.number().int(),
})
export type StoredSchedule = z.infer<typeof storedSchedule>

export function shownSchedule({ folderPath, due, ...schedule }: StoredSchedule): ReportSchedule {
  return { ...schedule, folder: basename(folderPath), nextRun: schedule.paused ? null : due }
}

/** A run that was in progress when Mailroom ended did not write its report, so it is shown as failed. */
export function interruptedByStop(schedule: StoredSchedule): StoredSchedule {
  if (schedule.last?.state !== 'running') return schedule
  const text = 'Mailroom was closed before the report was made. Run it again.'
  return { ...schedule, last: { ...schedule.last, state: 'failed', text } }
}
