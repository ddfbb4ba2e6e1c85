import type { Driver } from './driver.ts'
import { ofOwnAccount } from './example-accounts.ts'

const noSchedule = () => ({ id: '3f0c1b7e-8f1d-4f7e-9f39-0d0c3f1b7e8f' })
const isGone = { mayRefuse: ['not-found'] }

/** Reports of an account that nothing was read of yet. */
export function reportExamples(ofAccount: (driver: Driver) => Promise<{ accountId: string }>) {
  const filters = { text: 'tag:=invoice', comparison: 'period', metaKey: null, format: 'html' } as const
  const timing = { every: 'week', weekday: 1, monthDay: 1, time: '07:30' } as const
  const days = { from: '2026-01-01', to: '2026-01-31' }
  return {
    'reports.make': { input: async (driver: Driver) => ({ ...(await ofOwnAccount(driver)), ...filters, ...days }) },
    'reports.list': { input: ofAccount },
    'reports.schedule': {
      input: async (driver: Driver) => {
        const place = { id: null, folder: 'none', span: 'last-7-days' as const, timing }
        return { ...(await ofAccount(driver)), ...filters, ...place }
      },
      mayRefuse: ['not-offered', 'file-gone'],
    },
    'reports.pause': { input: () => ({ ...noSchedule(), paused: true }), ...isGone },
    'reports.run': { input: noSchedule, ...isGone },
    'reports.remove': { input: noSchedule, ...isGone },
    'reports.restore': { input: noSchedule, ...isGone },
  }
}
