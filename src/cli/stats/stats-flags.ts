import type { Flags } from '../framework/command.ts'
import { accountFlag, dataFlag, jsonFlag, outFlag } from '../framework/common-flags.ts'

/** What the archive can be grouped by, as it is typed. */
export const groupNames = ['day', 'from', 'key', 'tag', 'domain'] as const

export const statsFlags = {
  by: { value: 'GROUP', description: 'one line for each value, or meta:KEY', choices: groupNames },
  limit: { value: 'N', description: 'at most so many values, the largest, or all', default: '20, and all days' },
  csv: { description: 'write a table with commas, with a heading' },
  zone: { value: 'ZONE', description: 'the time zone of days', default: 'that of this computer' },
  account: accountFlag,
  data: dataFlag,
  json: jsonFlag,
  out: outFlag,
} as const satisfies Flags
