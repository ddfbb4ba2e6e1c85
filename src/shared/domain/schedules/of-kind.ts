import type { Schedule, ScheduleKind } from '../../contract/schedules.ts'

export type ScheduleOf<Kind extends ScheduleKind> = Extract<Schedule, { readonly kind: Kind }>

/** Returns the schedules of one kind, typed with the fields of that kind. */
export function ofKind<Kind extends ScheduleKind>(kind: Kind, schedules: readonly Schedule[]): ScheduleOf<Kind>[] {
  return schedules.filter((schedule): schedule is ScheduleOf<Kind> => schedule.kind === kind)
}
