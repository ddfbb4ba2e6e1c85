import { createCallLog, createServiceClient, type ServiceClient } from '#core/api/index.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'

/** A client as hosts create it, for an account whose exports are known to use GET. */
export function openBenchClient(baseUrl: string, concurrency: number): ServiceClient {
  return createServiceClient({
    profile: { ...accountDefaults, baseUrl, user: 'bench' },
    key: async () => 'key',
    learned: { get: () => ({ exportMethod: 'GET' }), set: () => undefined },
    clock: systemClock,
    logger: { log: () => undefined },
    callLog: createCallLog(),
    limits: { concurrency },
  })
}
