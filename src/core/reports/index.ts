import type { Room } from '../base/room.ts'
import { reportsHandlers } from './reports-handlers.ts'
import { ReportSchedules, type Needs } from './schedule/report-schedules.ts'

export async function reportsRoom(needs: Needs): Promise<Room<'reports'>> {
  const schedules = await ReportSchedules.open(needs)
  needs.accounts.dependants.add({
    afterRemoval: ({ id }) => schedules.removeAccount(id),
    eraseRecipient: (id, email) => schedules.eraseRecipient(id, email),
  })
  return {
    handlers: reportsHandlers(needs, schedules),
    start: () => schedules.start(),
    stop: () => schedules.stop(),
  }
}
