import { keepsNothing } from '../base/keeps.ts'
import type { Room } from '../base/room.ts'
import { teamHandlers } from './team-handlers.ts'
import { Team, type TeamNeeds } from './team.ts'

export function teamRoom(needs: TeamNeeds): Room<'team'> {
  return { handlers: teamHandlers(new Team(needs)), keeps: keepsNothing }
}
