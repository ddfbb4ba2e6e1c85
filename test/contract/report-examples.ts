import type { Driver } from './drivers/driver.ts'
import { ofOwnAccount } from './example-accounts.ts'

export const reportExamples = {
  'reports.make': {
    input: async (driver: Driver) => {
      const filters = { text: 'tag:=invoice', comparison: 'period', metaKey: null, format: 'html' } as const
      return { ...(await ofOwnAccount(driver)), ...filters, from: '2026-01-01', to: '2026-01-31' }
    },
  },
}
