import { z } from 'zod'
import { reportSchedule, type ReportSchedule } from '#shared/contract/reports.ts'
import { plan, shownPlan } from '../../base/schedules/plan.ts'

export const storedSchedule = reportSchedule.omit({ folder: true, nextRun: true }).extend(plan)
export type StoredSchedule = z.infer<typeof storedSchedule>

export function shownSchedule(stored: StoredSchedule): ReportSchedule {
  const { folderPath: _path, due: _due, ...schedule } = stored
  return { ...schedule, ...shownPlan(stored) }
}
