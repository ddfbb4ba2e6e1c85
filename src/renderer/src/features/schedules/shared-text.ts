import type { Schedule } from '#shared/contract/schedules.ts'
import { visible } from '#shared/text/visible.ts'

/** For the end of a schedule’s facts: who shared it, if anyone. */
export function sharedText({ sharedBy }: Pick<Schedule, 'sharedBy'>): string {
  return sharedBy === null ? '' : ` · shared by ${visible(sharedBy)}`
}
