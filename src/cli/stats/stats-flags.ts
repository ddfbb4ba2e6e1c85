import type { Flags } from '../framework/command.ts'
import { readingFlags, zoneFlag } from '../framework/common-flags.ts'

/** The groupings of the archive, as typed. */
export const groupNames = ['day', 'from', 'key', 'tag', 'domain'] as const

export const statsFlags = {
  by: { value: 'GROUP', description: 'one line for each value, or meta:KEY', choices: groupNames },
  limit: { value: 'N', description: 'at most so many values, the largest, or all', default: '20, and all days' },
  csv: { description: 'write a table with commas, with a heading' },
  zone: zoneFlag('days'),
  ...readingFlags,
} as const satisfies Flags
