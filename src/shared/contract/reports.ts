import { z } from 'zod'
import { command } from './base/define.ts'
import { longestMetaKey, longestSearch } from './base/search-limits.ts'
import { reportFormats, reportSpans } from './base/report-choices.ts'
import { lastRun, timing } from './base/timing.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** What a report counts, whatever its period. */
const question = z.strictObject({
  accountId: z.string().max(80),
  /** The filters as a search without a period. */
  text: z.string().max(longestSearch),
  comparison: z.enum(['period', 'year', 'none']),
  /** Messages are counted by the values of this metadata key, too. */
  metaKey: z.string().max(longestMetaKey).nullable(),
  format: z.enum(reportFormats),
})

const span = z.enum(reportSpans)

const scheduled = question.extend({ timing, span })

export const reportSchedule = scheduled.extend({
  id: z.uuid(),
  zone: z.string(),
  /** The name of the folder that the reports are written to. */
  folder: z.string(),
  paused: z.boolean(),
  /** Epoch milliseconds; null while it is paused. */
  nextRun: z.number().int().nullable(),
  last: lastRun.nullable(),
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
