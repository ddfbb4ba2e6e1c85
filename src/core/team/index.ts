import { keepsNothing } from '../base/keeps.ts'
import type { Ground, Room } from '../base/room.ts'
import { teamHandlers } from './team-handlers.ts'

type Needs = Ground & Parameters<typeof teamHandlers>[0]

export function teamRoom(needs: Needs): Room<'team'> {
  return { handlers: teamHandlers(needs), keeps: keepsNothing }
}
