import { createCallLog, createServiceClient, type ServiceClient } from '#core/api/index.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'

/** A client as hosts make it, for an account that is known to export by GET. */
export function openBenchClient(baseUrl: string, concurrency: number): ServiceClient {
  return createServiceClient({
    profile: { ...accountDefaults, baseUrl, user: 'bench' },
    key: async () => 'key',
    learned: { get: () => ({ exportMethod: 'GET' }), set: () => undefined },
    clock: {
      now: () => Date.now(),
      after(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds)
        return { cancel: () => clearTimeout(timer) }
      },
    },
    logger: { log: () => undefined },
    callLog: createCallLog(),
    limits: { concurrency },
  })
}
