import type { HandlersOf } from '../base/handlers.ts'
import { accessHandlers, type AccessNeeds } from './access-handlers.ts'
import type { Team } from './team.ts'
import { TeamViews } from './team-views.ts'

export function teamHandlers(team: Team, needs: AccessNeeds): HandlersOf<'team'> {
  const views = new TeamViews(needs)
  return {
    'team.test': ({ accountId, ...login }, { signal }) => team.test(accountId, login, signal),
    'team.join': ({ accountId, ...login }, { signal }) => team.join(accountId, login, signal),
    'team.move': async ({ accountId, ...login }) => ({ jobId: await team.move(accountId, login) }),
    'team.bringBack': ({ accountId }) => ({ jobId: team.bringBack(accountId) }),
    'team.leave': ({ accountId }) => team.leave(accountId),
    'team.views': ({ accountId }) => views.list(accountId),
    'team.saveView': ({ accountId, ...view }) => views.save(accountId, view),
    'team.removeView': ({ accountId, id }) => views.remove(accountId, id),
    ...accessHandlers(needs),
  }
}
