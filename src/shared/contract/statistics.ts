import { z } from 'zod'
import { horizon } from './archive.ts'
import { command } from './base/define.ts'
import { longestMetaKey, longestSearch } from './base/search-limits.ts'
import { serviceAnswer, partFigures } from './base/service-figures.ts'
import {
  comparedGroupings,
  mostComparedDays,
  mostGroupValues,
  serviceParts,
  statisticsGroups,
} from './base/statistics-limits.ts'
import {
  comparedCounts,
  comparedLine,
  differenceReason,
  serviceCounts,
} from './base/statistics/reconciliation-shapes.ts'
import { details } from './base/statistics/detail-shapes.ts'
import {
  counters,
  dayCounters,
  groupColumns,
  grouped,
  linkClicks,
  placeCounts,
  platformOpens,
} from './base/statistics/shapes.ts'

export type Counters = z.infer<typeof counters>
export type DayCounters = z.infer<typeof dayCounters>
export type LinkClicks = z.infer<typeof linkClicks>
export type PlatformOpens = z.infer<typeof platformOpens>
export type PlaceCounts = z.infer<typeof placeCounts>

export type PartFigures = z.infer<typeof partFigures>
export type ServicePart = PartFigures['part']

const hourCount = z.strictObject({ messages: z.number().int(), opened: z.number().int() })
export type HourCount = z.infer<typeof hourCount>

const group = z.enum(statisticsGroups)
export type StatisticsGroup = z.infer<typeof group>

export type Grouped = z.infer<typeof grouped>
export type GroupColumns = z.infer<typeof groupColumns>

export type ComparedCounts = z.infer<typeof comparedCounts>
export type ServiceCounts = z.infer<typeof serviceCounts>
export type ComparedLine = z.infer<typeof comparedLine>
export type DifferenceReason = z.infer<typeof differenceReason>

const comparedBy = z.enum(comparedGroupings)
export type ComparedBy = z.infer<typeof comparedBy>

const accountId = z.string().max(80)
/** A day in the form `2026-11-22`. */
const day = z.iso.date()
const filterValues = z.array(z.string().min(1).max(400)).max(100)

export const statistics = {
  /** Counts the matches of any search in the archive by day and hour in a zone, and by any of the groups. */
  'statistics.archive': command(
    z.strictObject({
      accountId: z.string().max(80),
      /** A search, which also contains the period. */
      text: z.string().max(longestSearch),
      zone: z.string().max(80),
      groups: z.array(group).max(statisticsGroups.length),
      /** If given, messages are also grouped by this metadata key’s values. */
      metaKey: z.string().max(longestMetaKey).nullable(),
      limit: z.number().int().min(1).max(mostGroupValues),
    }),
    z.strictObject({
      total: counters,
      /** Days in the zone, such as `2026-11-22`, oldest first; days without messages are left out. */
      days: z.array(dayCounters),
      /** One entry per hour of the week, from Monday 0:00 to Sunday 23:00. */
      hours: z.array(hourCount),
      groups: z.partialRecord(group, grouped),
      /** Null if no key was specified. */
      meta: grouped.nullable(),
      horizon,
    }),
  ),
  /**
   * Compares the figures of the service with those of the archive, in UTC days and with the filters that the service
   * supports.
   */
  'statistics.reconcile': command(
    z.strictObject({
      accountId,
      from: day,
      to: day,
      by: comparedBy,
      froms: filterValues,
      apiKeys: filterValues,
      tags: filterValues,
    }),
    z.strictObject({
      /**
       * Days are sorted from oldest to newest. Tags and domains that differ come before those that are equal, and
       * within both groups, the ones with the most messages come first. Lines without messages are left out.
       */
      lines: z.array(comparedLine),
      /** The number of lines, including unlisted ones; for days, the number of days that have begun. */
      total: z.number().int(),
      equal: z.number().int(),
      /**
       * How many entries from the service were unreadable or belong to days that were not requested. They count as
       * missing in the service.
       */
      unreadable: z.number().int(),
      horizon,
      /** How far back the account’s archive should reach, in epoch seconds; null until the user has chosen. */
      startsAt: z.number().int().nullable(),
      /** The number of most recent days for which the sync rereads messages. */
      windowDays: z.number().int(),
      /** Epoch milliseconds by the service’s clock. */
      comparedAt: z.number(),
    }),
  ),
  /** Reads UTC days again from the service, with the details that the account’s sync reads. */
  'statistics.repair': command(
    z.strictObject({ accountId, days: z.array(day).min(1).max(mostComparedDays) }),
    z.strictObject({ jobId: z.string() }),
  ),
  /** One part of the service’s own figures, for complete days in a zone. */
  'statistics.service': command(
    z.strictObject({
      accountId,
      part: z.enum(serviceParts),
      /** Days such as `2026-11-22`, both included. */
      from: day,
      to: day,
      zone: z.string().max(80),
      /** An empty list matches every value. */
      froms: filterValues,
      apiKeys: filterValues,
      tags: filterValues,
      /** If false, a response to the same query from the last minute is reused. */
      refresh: z.boolean(),
    }),
    serviceAnswer,
  ),
  /**
   * The account’s names for its API keys. Not every key may read the service’s list of keys; without it, keys have no
   * names.
   */
  'statistics.keyNames': command(
    z.strictObject({ accountId, keys: z.array(z.string().max(400)).max(1000) }),
    z.strictObject({
      /** Names for the given keys, which records identify by id, hash or the key itself. */
      names: z.record(z.string(), z.string()),
      /** All keys of the account. */
      listed: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    }),
  ),
  /** Counts from the message details in the archive, which takes seconds for a million messages. */
  'statistics.details': command(
    z.strictObject({ accountId, text: z.string().max(longestSearch), zone: z.string().max(80) }),
    z.strictObject({ ...details, horizon }),
  ),
}
