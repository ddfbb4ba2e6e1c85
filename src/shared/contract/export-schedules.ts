import { z } from 'zod'
import { command } from './base/define.ts'
import { reportSpans } from './base/report-choices.ts'
import { lastRun, timing } from './base/timing.ts'
import { longestSearch } from './base/search-limits.ts'
import { exportLayout, exportPlace } from './exports.ts'

const accountId = z.string().max(80)
const moment = z.number().int()
const span = z.enum(reportSpans)

/** What each run exports. The span counts back from the day of the run, in the zone of the schedule. */
const scheduledWhat = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('service'), span }),
  z.strictObject({ source: z.literal('delta') }),
  z.strictObject({
    source: z.literal('archive'),
    /** With a span, what it finds within those days. */
    text: z.string().max(longestSearch),
    /** Null exports every match, whatever its day. */
    span: span.nullable(),
  }),
])
export type ScheduledWhat = z.infer<typeof scheduledWhat>

const scheduled = z.strictObject({
  accountId,
  what: scheduledWhat,
  layout: exportLayout,
  place: exportPlace,
  timing,
  /** Of the files that this schedule wrote, the newest so many stay in the folder; null keeps all. */
  keep: z.number().int().min(1).max(999).nullable(),
})

export const exportSchedule = scheduled.extend({
  id: z.uuid(),
  zone: z.string(),
  /** The name of the folder that the files are written to. */
  folder: z.string(),
  paused: z.boolean(),
  /** Epoch milliseconds; null while it is paused. */
  nextRun: moment.nullable(),
  last: lastRun.nullable(),
  /**
   * Runs whose time passed while Mailroom was closed, the computer slept or the run before was not over, the newest first.
   * One run made up for those of one stop. The newest 20 stops are kept, and of a stop at most 1,000 runs are counted.
   */
  missed: z.array(z.strictObject({ from: moment, to: moment, runs: z.number().int() })),
})
export type ExportSchedule = z.output<typeof exportSchedule>

const named = z.strictObject({ id: z.uuid() })

export const exportSchedules = {
  /** The exports of an account that are made on a schedule. The event `exports.changed` says when to ask again. */
  'exports.schedules': command(z.strictObject({ accountId }), z.array(exportSchedule)),
  /**
   * Makes a new schedule, or changes the one with this id. The folder is a token of `files.chooseFolder`; null keeps the
   * folder that the schedule has, and gives a new one that of the last export. Needs the capability saveToDisk.
   */
  'exports.schedule': command(
    scheduled.extend({ id: z.uuid().nullable(), folder: z.string().max(200).nullable() }),
    exportSchedule,
  ),
  /** The next three runs of a timing, to be looked at before it is saved. Refuses a cron pattern that cannot be read. */
  'exports.nextRuns': command(z.strictObject({ timing }), z.strictObject({ zone: z.string(), runs: z.array(moment) })),
  'exports.pauseSchedule': command(named.extend({ paused: z.boolean() }), exportSchedule),
  /** Makes the export now, as its schedule would; the next run stays when it is. */
  'exports.runSchedule': command(named, z.strictObject({ jobId: z.string() })),
  /** Removes the schedule; its files stay. */
  'exports.removeSchedule': command(named, z.void()),
  /** Brings back a schedule that was removed since Mailroom started. */
  'exports.restoreSchedule': command(named, exportSchedule),
}
