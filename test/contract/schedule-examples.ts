import type { Driver } from './drivers/driver.ts'
import { ofAccount } from './example-accounts.ts'

const noSchedule = () => ({ id: '3f0c1b7e-8f1d-4f7e-9f39-0d0c3f1b7e8f' })
const isGone = { mayRefuse: ['not-found'] }
const timing = { every: 'cron', weekday: 1, monthDay: 1, time: '07:30', cron: '30 7 * * 1-5' } as const

/** Schedules of an account that has not been synced yet. */
export const scheduleExamples = {
  'schedules.list': { input: async (driver: Driver) => ({ ...(await ofAccount(driver)), kind: null }) },
  'schedules.save': {
    input: async (driver: Driver) => ({
      kind: 'export' as const,
      ...(await ofAccount(driver)),
      what: { source: 'archive', text: 'invoice', span: 'yesterday' } as const,
      layout: {
        format: 'csv' as const,
        gzip: false,
        columns: ['id', 'email', 'meta:order'],
        zone: 'UTC',
        dates: 'local' as const,
        csv: { separator: ';', decimal: ',', byteOrderMark: true, guard: true } as const,
      },
      saveAs: { name: '{account} {date:yyyy-MM-dd}', ifTaken: 'keep-both' } as const,
      timing,
      keep: 7,
      id: null,
      folder: 'none',
    }),
    mayRefuse: ['not-offered', 'file-gone'],
  },
  'schedules.nextRuns': { input: () => ({ timing }) },
  'schedules.pause': { input: () => ({ ...noSchedule(), paused: true }), ...isGone },
  'schedules.run': { input: noSchedule, ...isGone },
  'schedules.remove': { input: noSchedule, ...isGone },
  'schedules.restore': { input: noSchedule, ...isGone },
}
