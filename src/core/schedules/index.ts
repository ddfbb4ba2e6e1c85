import type { RoomWith } from '../base/room.ts'
import type { Syncs } from '../sync/index.ts'
import type { ScheduleNeeds } from './kind-schedules.ts'
import { schedulesHandlers } from './schedules-handlers.ts'
import { Schedules } from './schedules.ts'
import type { TeamRole } from './team-runs.ts'

export type { KindRules, RunTools } from './kind-schedules.ts'
export { plan, shownPlan, type Plan } from './plan.ts'
export type { Schedules } from './schedules.ts'

type Needs = Omit<ScheduleNeeds, 'roleInTeam'> & { readonly syncs: Syncs }

export function schedulesRoom(needs: Needs): RoomWith<'schedules', Schedules> {
  const { syncs } = needs
  const roleInTeam = async (accountId: string): Promise<TeamRole | null> => {
    if (await syncs.leads(accountId)) return 'leads'
    return (await syncs.follows(accountId)) ? 'follows' : null
  }
  const schedules = new Schedules({ ...needs, roleInTeam })
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
