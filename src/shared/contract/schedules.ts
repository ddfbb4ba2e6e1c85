import { z } from 'zod'
import { command } from './base/define.ts'
import { reportSpans } from './base/report-choices.ts'
import { lastRun, timing } from './base/timing.ts'
import { longestSearch } from './base/search-limits.ts'
import { exportLayout, saveAs } from './exports.ts'
import { reportQuestion } from './reports.ts'

const accountId = z.string().max(80)
/** The kinds of files that a schedule makes. */
const scheduleKind = z.enum(['export', 'report'])
export type ScheduleKind = z.infer<typeof scheduleKind>

const moment = z.number().int()
/** Counts back from the day of the run, in the zone of the schedule. */
const span = z.enum(reportSpans)

/** The content that each run exports. */
const scheduledWhat = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('service'), span }),
  z.strictObject({ source: z.literal('delta') }),
  z.strictObject({
    source: z.literal('archive'),
    /** If there is a span, the search is limited to those days. */
    text: z.string().max(longestSearch),
    /** Null exports every match, regardless of its day. */
    span: span.nullable(),
  }),
])
export type ScheduledWhat = z.infer<typeof scheduledWhat>

const wantedExport = z.strictObject({
  kind: z.literal('export'),
  accountId,
  timing,
  what: scheduledWhat,
  layout: exportLayout,
  saveAs,
  /** The number of newest files of this schedule that stay in the folder; null keeps all. */
  keep: z.number().int().min(1).max(999).nullable(),
})

const wantedReport = reportQuestion.extend({ kind: z.literal('report'), timing, span })

/**
 * Runs whose time passed while Mailroom was closed, the computer slept or the previous run was not over, newest first. One
 * run made up for those of one stop. The newest 20 stops are kept, and at most 1,000 runs are counted per stop.
 */
export const missedRuns = z.array(z.strictObject({ from: moment, to: moment, runs: z.number().int() }))

/** What is known about every schedule. */
const state = {
  id: z.uuid(),
  zone: z.string(),
  /** The name of the folder that the files are written to. */
  folder: z.string(),
  paused: z.boolean(),
  /** Epoch milliseconds; null while it is paused. */
  nextRun: moment.nullable(),
  last: lastRun.nullable(),
  missed: missedRuns,
}

export const exportSchedule = wantedExport.extend(state)
export type ExportSchedule = z.output<typeof exportSchedule>

export const reportSchedule = wantedReport.extend(state)
export type ReportSchedule = z.output<typeof reportSchedule>

const schedule = z.discriminatedUnion('kind', [exportSchedule, reportSchedule])
export type Schedule = z.output<typeof schedule>

const where = {
  /** Null for a new schedule. */
  id: z.uuid().nullable(),
  /** A token of `files.chooseFolder`; null keeps the folder that the schedule has. */
  folder: z.string().max(200).nullable(),
}
const named = z.strictObject({ id: z.uuid() })

export const schedules = {
  /** The schedules of an account: those of a kind, or all. The event `schedules.changed` signals when to ask again. */
  'schedules.list': command(z.strictObject({ accountId, kind: scheduleKind.nullable() }), z.array(schedule)),
  /**
   * Makes a new schedule, or changes the one with this id. Without a folder, a new schedule of exports uses that of the
   * last export. Needs the capability saveToDisk.
   */
  'schedules.save': command(
    z.discriminatedUnion('kind', [wantedExport.extend(where), wantedReport.extend(where)]),
    schedule,
  ),
  /** The next three runs, for checking before a schedule is saved. Refuses a cron pattern that cannot be read. */
  'schedules.nextRuns': command(
    z.strictObject({ timing }),
    z.strictObject({ zone: z.string(), runs: z.array(moment) }),
  ),
  'schedules.pause': command(named.extend({ paused: z.boolean() }), schedule),
  /** Makes the export or report now, as its schedule would; the time of the next run stays the same. */
  'schedules.run': command(named, z.strictObject({ jobId: z.string() })),
  /** Removes the schedule; its files stay. */
  'schedules.remove': command(named, z.void()),
  /** Brings back a schedule that was removed since Mailroom started. */
  'schedules.restore': command(named, schedule),
}
