import { jsonFlag } from '../framework/common-flags.ts'
import type { Flags } from '../framework/command.ts'

export const sandboxOfFlags = {
  data: {
    value: 'DIR',
    description: 'the data folder of the sandbox, whether it is running or not',
  },
  admin: {
    value: 'URL',
    description:
      'the admin address that the sandbox printed; its token comes from the environment variable MAILROOM_SANDBOX_TOKEN',
    default: 'MAILROOM_SANDBOX_ADMIN',
  },
  json: jsonFlag,
} as const satisfies Flags

export const saveSnapshotFlags = {
  ...sandboxOfFlags,
  replace: { description: 'replace a snapshot that has this name' },
} as const satisfies Flags
