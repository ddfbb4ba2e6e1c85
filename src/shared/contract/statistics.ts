import { z } from 'zod'
import { horizon } from './archive.ts'
import { command } from './base/define.ts'
import { longestMetaKey, longestSearch } from './base/search-limits.ts'
import { mostGroupValues, statisticsGroups } from './base/statistics-limits.ts'
import { counters, dayCounters } from './base/statistics-shapes.ts'

export type Counters = z.infer<typeof counters>
export type DayCounters = z.infer<typeof dayCounters>

const hourCount = z.strictObject({ messages: z.number().int(), opened: z.number().int() })
export type HourCount = z.infer<typeof hourCount>

const group = z.enum(statisticsGroups)
export type StatisticsGroup = z.infer<typeof group>

const grouped = z.strictObject({
  /** The largest first; an empty value stands for messages that have none. A message with several tags counts for each. */
  values: z.array(counters.extend({ value: z.string() })),
  /** How many more values there are than are listed. */
  more: z.number().int(),
})
export type Grouped = z.infer<typeof grouped>

export const statistics = {
  /** Counted from the archive: any search in the days and hours of a zone, by any group. */
  'statistics.archive': command(
    z.strictObject({
      accountId: z.string().max(80),
      /** A search, which names the period, too. */
      text: z.string().max(longestSearch),
      zone: z.string().max(80),
      groups: z.array(group).max(statisticsGroups.length),
      /** Messages are grouped by the values of this metadata key, too. */
      metaKey: z.string().max(longestMetaKey).nullable(),
      limit: z.number().int().min(1).max(mostGroupValues),
    }),
    z.strictObject({
      total: counters,
      /** Days of the zone, such as `2026-11-22`, oldest first; days without messages are left out. */
      days: z.array(dayCounters),
      /** From Monday, 0:00 to Sunday, 23:00. */
      hours: z.array(hourCount),
      groups: z.partialRecord(group, grouped),
      /** Null where no key was named. */
      meta: grouped.nullable(),
      horizon,
    }),
  ),
}
