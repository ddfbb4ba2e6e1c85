import type { Driver } from './drivers/driver.ts'

/** Compares the service with the archive, and reads again the days that differ. */
export function comparisonExamples(ofAccount: (driver: Driver) => Promise<{ accountId: string }>) {
  return {
    'statistics.reconcile': {
      input: async (driver: Driver) => ({
        ...(await ofAccount(driver)),
        from: '2026-01-01',
        to: '2026-01-31',
        by: 'day' as const,
        froms: ['shop@example.org'],
        apiKeys: [],
        tags: ['invoice'],
      }),
      mayRefuse: ['connection-refused'],
    },
    'statistics.repair': {
      input: async (driver: Driver) => ({ ...(await ofAccount(driver)), days: ['2026-01-01'] }),
      mayRefuse: ['sync-not-chosen'],
    },
  }
}
