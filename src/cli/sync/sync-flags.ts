import type { Flags } from '../framework/command.ts'
import { accountFlag, dataFlag, jsonFlag, secretsFlag } from '../framework/common-flags.ts'

export const syncFlags = {
  from: { value: 'DAY', description: 'how far back to read, now and in later syncs: a day such as 2026-01-31, or all' },
  account: accountFlag,
  data: dataFlag,
  json: jsonFlag,
  secrets: secretsFlag,
} as const satisfies Flags
