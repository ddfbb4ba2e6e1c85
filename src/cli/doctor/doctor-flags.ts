import type { Flags } from '../framework/command.ts'
import { dataFlag, secretsFlag } from '../framework/common-flags.ts'

export const doctorFlags = {
  self: { description: 'skip the checks that need accounts or the network' },
  json: { description: 'print one JSON object on stdout: ok, and checks with name, ok, sentence and mend' },
  data: dataFlag,
  secrets: secretsFlag,
} as const satisfies Flags
