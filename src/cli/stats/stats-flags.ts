import type { Flags } from '../framework/command.ts'
import { readingFlags, zoneFlag } from '../framework/common-flags.ts'

/** The ways in which the archive can group messages. */
export const groupNames = ['day', 'from', 'key', 'tag', 'domain'] as const

export const statsFlags = {
  by: { value: 'GROUP', description: 'group by meta:KEY or by one of these', choices: groupNames },
  limit: {
    value: 'N',
    description: 'at most this many values, the largest or the newest days, or all',
    default: '20, and all days',
  },
  csv: { description: 'write a comma-separated table with a heading' },
  zone: zoneFlag('days'),
  ...readingFlags,
} as const satisfies Flags
