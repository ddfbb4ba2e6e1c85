import type { RoomWith } from '../base/room.ts'
import type { Syncs } from '../sync/index.ts'
import type { ScheduleNeeds } from './kind-schedules.ts'
import { schedulesHandlers } from './schedules-handlers.ts'
import { Schedules } from './schedules.ts'

export type { KindRules, RunTools } from './kind-schedules.ts'
export { plan, shownPlan, type Plan } from './plan.ts'
export type { Schedules } from './schedules.ts'

type Needs = Omit<ScheduleNeeds, 'roleInTeam'> & { readonly syncs: Syncs }

export function schedulesRoom(needs: Needs): RoomWith<'schedules', Schedules> {
  const schedules = new Schedules({ ...needs, roleInTeam: (accountId) => needs.syncs.roleInTeam(accountId) })
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
