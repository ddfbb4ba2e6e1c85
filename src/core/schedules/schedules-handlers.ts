import type { HandlersOf } from '../base/handlers.ts'
import type { Schedules } from './schedules.ts'

export function schedulesHandlers(schedules: Schedules): HandlersOf<'schedules'> {
  return {
    'schedules.list': ({ accountId, kind }) => schedules.listNow(accountId, kind),
    'schedules.save': (wanted) => schedules.save(wanted),
    'schedules.nextRuns': ({ timing }) => schedules.nextRuns(timing),
    'schedules.pause': ({ id, paused }) => schedules.pause(id, paused),
    'schedules.run': async ({ id }) => ({ jobId: await schedules.run(id) }),
    'schedules.remove': ({ id }) => schedules.remove(id),
    'schedules.restore': ({ id }) => schedules.restore(id),
  }
}
