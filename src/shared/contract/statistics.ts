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
/** A day such as `2026-11-22`. */
const day = z.iso.date()
const filterValues = z.array(z.string().min(1).max(400)).max(100)

export const statistics = {
  /** Counted from the archive: any search in the days and hours of a zone, by any group. */
  'statistics.archive': command(
    z.strictObject({
      accountId: z.string().max(80),
      /** A search, which also names the period. */
      text: z.string().max(longestSearch),
      zone: z.string().max(80),
      groups: z.array(group).max(statisticsGroups.length),
      /** If given, messages are also grouped by the values of this metadata key. */
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
      /** Null if no key was named. */
      meta: grouped.nullable(),
      horizon,
    }),
  ),
  /** Service and archive side by side, in UTC days, with the filters that the service knows. */
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
      /** Days oldest first; tags and domains that differ first, then the largest. Lines without messages are left out. */
      lines: z.array(comparedLine),
      /** How many lines there are, including those that are not listed. For days, every one that has begun. */
      total: z.number().int(),
      equal: z.number().int(),
      /**
       * Entries of the service that could not be read, or are of days that were not requested: they count as missing there.
       */
      unreadable: z.number().int(),
      horizon,
      /** The second back to which the account's archive is to reach; null before the first choice. */
      startsAt: z.number().int().nullable(),
      /** The number of last days whose messages the sync reads again. */
      windowDays: z.number().int(),
      /** Epoch milliseconds of the service's clock. */
      comparedAt: z.number(),
    }),
  ),
  /** Reads UTC days again from the service, with the details that the account's sync reads. */
  'statistics.repair': command(
    z.strictObject({ accountId, days: z.array(day).min(1).max(mostComparedDays) }),
    z.strictObject({ jobId: z.string() }),
  ),
  /** Counted by the service: one part of its figures for whole days of a zone. */
  'statistics.service': command(
    z.strictObject({
      accountId,
      part: z.enum(serviceParts),
      /** Such as `2026-11-22`, both included. */
      from: day,
      to: day,
      zone: z.string().max(80),
      /** An empty list means any. */
      froms: filterValues,
      apiKeys: filterValues,
      tags: filterValues,
      /** If false, a response to the same question from the last minute is reused. */
      refresh: z.boolean(),
    }),
    serviceAnswer,
  ),
  /** The account's names for its API keys. Without the list, which not every key may read, keys have no names. */
  'statistics.keyNames': command(
    z.strictObject({ accountId, keys: z.array(z.string().max(400)).max(1000) }),
    z.strictObject({
      /** Names of the given keys, which records identify by id, hash or the key itself. */
      names: z.record(z.string(), z.string()),
      /** All keys of the account. */
      listed: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    }),
  ),
  /** Counted from the details of messages in the archive: takes seconds for a million. */
  'statistics.details': command(
    z.strictObject({ accountId, text: z.string().max(longestSearch), zone: z.string().max(80) }),
    z.strictObject({ ...details, horizon }),
  ),
}
