import type { Room } from '../base/room.ts'
import type { Schedules } from '../schedules/index.ts'
import type { ReportNeeds as WorkNeeds } from './document/report-work.ts'
import { reportsHandlers } from './reports-handlers.ts'
import { reportSchedules } from './schedule/report-schedules.ts'

type Needs = WorkNeeds & { readonly schedules: Schedules }

export async function reportsRoom(needs: Needs): Promise<Room<'reports'>> {
  const { schedules } = needs
  await schedules.register(reportSchedules(needs))
  return {
    handlers: reportsHandlers(needs),
    keeps: {
      erase: 'keeps no addresses',
      size: 'too little to count',
      remains: (accountId) => {
        const made = schedules.list(accountId, 'report').filter(({ last }) => last !== null)
        return Promise.resolve(made.map(({ folder }) => `The scheduled reports in “${folder}”`))
      },
      afterRemoval: 'keeps nothing of accounts',
    },
  }
}
