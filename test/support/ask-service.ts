// Asks a service for its API keys, through a proxy if one is given, and prints the result. Node reads its TLS
// variables only at the start, so a test of them needs a separate process.
import { writeSync } from 'node:fs'
import { createCallLog, createServiceClient } from '#core/api/index.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { AppError } from '#shared/contract/base/error.ts'

const [baseUrl = '', proxy = ''] = process.argv.slice(2)
const client = createServiceClient({
  profile: { ...accountDefaults, baseUrl, user: 'user@example.com' },
  key: () => Promise.resolve('a-key'),
  learned: { get: () => ({}), set: () => undefined },
  clock: systemClock,
  logger: { log: () => undefined },
  callLog: createCallLog(),
  ...(proxy && { network: { proxy } }),
  limits: { retriesPerMinute: 0 },
})
const outcome = await client.settings.apiKeys().then(
  () => 'answered',
  (error: unknown) => AppError.from(error).code,
)
writeSync(1, outcome)
await client.close()
