import type { Room } from '../base/room.ts'
import { reportsHandlers } from './reports-handlers.ts'
import { ReportSchedules, type Needs } from './schedule/report-schedules.ts'

export async function reportsRoom(needs: Needs): Promise<Room<'reports'>> {
  const schedules = await ReportSchedules.open(needs)
  return {
    handlers: reportsHandlers(needs, schedules),
    keeps: {
      erase: ({ accountId, email }) => schedules.eraseRecipient(accountId, email),
      size: 'too little to count',
      remains: (accountId) => schedules.remains(accountId),
      afterRemoval: ({ id }) => schedules.removeAccount(id),
    },
    start: () => schedules.start(),
    stop: () => schedules.stop(),
  }
}
