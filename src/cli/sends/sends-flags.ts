import type { Flags } from '../framework/command.ts'
import { accountFlag, dataFlag, jsonFlag, secretsFlag } from '../framework/common-flags.ts'

const common = { account: accountFlag, data: dataFlag, json: jsonFlag, secrets: secretsFlag } as const

export const refusedFlag = {
  value: 'FILE',
  description:
    'write everyone who was refused, was not sent to or whose outcome is unknown to this CSV file, with the reasons',
} as const

export const listFlags = { ...common } as const satisfies Flags

export const showFlags = { refused: refusedFlag, ...common } as const satisfies Flags

export const resumeFlags = {
  yes: { description: 'send without asking' },
  refused: refusedFlag,
  ...common,
} as const satisfies Flags

export const restFlags = {
  'dry-run': { description: 'send nothing: show how many would get the message, and who is left out' },
  ...resumeFlags,
} as const satisfies Flags
