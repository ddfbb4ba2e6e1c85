import { keepsNothing } from '../base/keeps.ts'
import type { Ground, Room } from '../base/room.ts'
import type { AccessNeeds } from './access-handlers.ts'
import { teamHandlers } from './team-handlers.ts'
import { Team, type TeamNeeds } from './team.ts'

type Needs = Ground & TeamNeeds & AccessNeeds

export function teamRoom(needs: Needs): Room<'team'> {
  return { handlers: teamHandlers(new Team(needs), needs), keeps: keepsNothing }
}
