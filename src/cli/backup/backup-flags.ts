import type { Flags } from '../framework/command.ts'
import { accountFlag, dataFlag, jsonFlag, secretsFlag } from '../framework/common-flags.ts'

export const backupFlags = {
  force: { description: 'replace the file if it is there; it stays as it was until the new one is whole' },
  account: accountFlag,
  data: dataFlag,
  json: jsonFlag,
  secrets: secretsFlag,
} as const satisfies Flags
