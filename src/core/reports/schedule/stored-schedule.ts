import { z } from 'zod'
import { reportSchedule, type ReportSchedule } from '#shared/contract/schedules.ts'
import { plan, shownPlan, type Plan } from '../../schedules/index.ts'

export const storedSchedule = reportSchedule
  .omit({ folder: true, nextRun: true })
  .extend(plan)
  .extend({ kind: z.literal('report').default('report') })
export type StoredSchedule = z.infer<typeof storedSchedule>

export type WantedSchedule = Omit<StoredSchedule, keyof Plan>

export function shownSchedule(stored: StoredSchedule): ReportSchedule {
  const { folderPath: _path, due: _due, ranHere: _ranHere, ...schedule } = stored
  return { ...schedule, ...shownPlan(stored) }
}
