import type { RoomWith } from '../base/room.ts'
import type { ScheduleNeeds } from './kind-schedules.ts'
import { schedulesHandlers } from './schedules-handlers.ts'
import { Schedules } from './schedules.ts'

export type { KindRules, RunTools } from './kind-schedules.ts'
export { plan, shownPlan, type Plan } from './plan.ts'
export type { Schedules } from './schedules.ts'

export function schedulesRoom(needs: ScheduleNeeds): RoomWith<'schedules', Schedules> {
  const schedules = new Schedules(needs)
  return {
    service: schedules,
    handlers: schedulesHandlers(schedules),
    keeps: {
      erase: ({ accountId, email }) => schedules.eraseRecipient(accountId, email),
      size: 'too little to count',
      afterRemoval: ({ id }) => schedules.removeAccount(id),
    },
    start: () => schedules.start(),
    stop: () => schedules.stop(),
  }
}
