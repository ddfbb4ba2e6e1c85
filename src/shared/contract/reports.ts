import { z } from 'zod'
import { command } from './base/define.ts'
import { longestMetaKey, longestSearch } from './base/search-limits.ts'
import { reportKinds, reportSpans } from './base/report-choices.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** What a report counts, whatever its period. */
const question = z.strictObject({
  accountId: z.string().max(80),
  /** The filters as a search without a period. */
  text: z.string().max(longestSearch),
  comparison: z.enum(['period', 'year', 'none']),
  /** Messages are counted by the values of this metadata key, too. */
  metaKey: z.string().max(longestMetaKey).nullable(),
  kind: z.enum(reportKinds),
})

const rhythm = z.strictObject({
  every: z.enum(['day', 'week', 'month']),
  /** Monday is 1. */
  weekday: z.number().int().min(1).max(7),
  /** A month that is shorter has its last day instead. */
  monthDay: z.number().int().min(1).max(31),
  /** `07:30`, as the clocks of the zone show it. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
})
export type ReportRhythm = z.infer<typeof rhythm>

const span = z.enum(reportSpans)
export type ReportSpan = z.infer<typeof span>

const scheduled = question.extend({ rhythm, span })

export const reportSchedule = scheduled.extend({
  id: z.uuid(),
  zone: z.string(),
  /** The name of the folder that the reports are written to. */
  folder: z.string(),
  paused: z.boolean(),
  /** Epoch milliseconds; null while it is paused. */
  nextRun: z.number().int().nullable(),
  last: z
    .strictObject({
      at: z.number().int(),
      state: z.enum(['running', 'done', 'failed']),
      /** The file that was written, or why none was. */
      text: z.string(),
    })
    .nullable(),
})
export type ReportSchedule = z.infer<typeof reportSchedule>

const schedules = z.array(reportSchedule)
const named = z.strictObject({ id: z.uuid() })

export const reports = {
  /** Makes a report of these days: a job, whose result is a file to save. Several CSV tables are one zip file. */
  'reports.make': command(question.extend({ from: day, to: day }), z.strictObject({ jobId: z.string() })),
  /** The reports of an account that are made on a schedule. */
  'reports.list': command(z.strictObject({ accountId: z.string().max(80) }), schedules),
  /**
   * Makes a new schedule, or changes the one with this id. The folder is a token of `files.chooseFolder`; null keeps the
   * folder that the schedule has. Needs the capability saveToDisk.
   */
  'reports.schedule': command(
    scheduled.extend({ id: z.uuid().nullable(), folder: z.string().max(200).nullable() }),
    reportSchedule,
  ),
  'reports.pause': command(named.extend({ paused: z.boolean() }), reportSchedule),
  /** Makes the report now, as its schedule would; the next run stays when it is. */
  'reports.run': command(named, z.strictObject({ jobId: z.string() })),
  'reports.remove': command(named, z.void()),
  /** Brings back a schedule that was removed since Mailroom started. */
  'reports.restore': command(named, reportSchedule),
}
