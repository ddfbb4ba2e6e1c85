import { z } from 'zod'
import { command } from './base/define.ts'
import { reportSpans } from './base/report-choices.ts'
import { lastRun, timing } from './base/timing.ts'
import { longestSearch } from './base/search-limits.ts'
import { exportLayout, saveAs } from './exports.ts'
import { reportQuestion } from './reports.ts'

const accountId = z.string().max(80)
const scheduleKind = z.enum(['export', 'report'])
export type ScheduleKind = z.infer<typeof scheduleKind>

const moment = z.number().int()
/** The days covered, counted back from the day of the run in the schedule’s zone. */
const span = z.enum(reportSpans)

const scheduledWhat = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('service'), span }),
  z.strictObject({ source: z.literal('delta') }),
  z.strictObject({
    source: z.literal('archive'),
    /** If there is a span, the search is limited to its days. */
    text: z.string().max(longestSearch),
    /** If null, every match is exported, whatever its day. */
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
  /** How many of this schedule’s newest files stay in the folder; null keeps all. */
  keep: z.number().int().min(1).max(999).nullable(),
})

const wantedReport = reportQuestion.extend({ kind: z.literal('report'), timing, span })

/**
 * Interruptions, newest first. During an interruption, runs were missed because Mailroom was closed, the computer slept
 * or the previous run had not finished. Afterwards, there is a single run for all of them. The newest 20 interruptions
 * are kept, and no more than 1,000 runs are counted in each.
 */
export const missedRuns = z.array(z.strictObject({ from: moment, to: moment, runs: z.number().int() }))

/** The properties that all schedules have, whatever their kind. */
const state = {
  id: z.uuid(),
  zone: z.string(),
  /** The name of the folder to which files are written. */
  folder: z.string(),
  paused: z.boolean(),
  /** Epoch milliseconds; null while paused. */
  nextRun: moment.nullable(),
  last: lastRun.nullable(),
  missed: missedRuns,
  /** The team’s user who shared the schedule; null if only this computer has it. */
  sharedBy: z.string().nullable(),
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
  /** A token from `files.chooseFolder`; null keeps the schedule’s folder. */
  folder: z.string().max(200).nullable(),
  /**
   * Whether everybody who uses the team archive sees the schedule. It is then run by the Mailroom that syncs the
   * archive. Each computer has its own folder for it.
   */
  isShared: z.boolean().default(false),
}
const named = z.strictObject({ id: z.uuid() })

export const schedules = {
  /**
   * Returns an account’s schedules of one kind, or of all kinds if `kind` is null. After the event `schedules.changed`,
   * earlier results may be out of date.
   */
  'schedules.list': command(z.strictObject({ accountId, kind: scheduleKind.nullable() }), z.array(schedule)),
  /**
   * Creates a schedule, or changes the schedule with this id. Without a folder, a new export schedule uses the last
   * export’s folder. Requires the `saveToDisk` capability.
   */
  'schedules.save': command(
    z.discriminatedUnion('kind', [wantedExport.extend(where), wantedReport.extend(where)]),
    schedule,
  ),
  /**
   * Returns the times of the next three runs, which the user can check before saving the schedule. Rejects an invalid
   * cron pattern.
   */
  'schedules.nextRuns': command(
    z.strictObject({ timing }),
    z.strictObject({ zone: z.string(), runs: z.array(moment) }),
  ),
  'schedules.pause': command(named.extend({ paused: z.boolean() }), schedule),
  /** Creates the export or report now, as its schedule would; the next run’s time stays the same. */
  'schedules.run': command(named, z.strictObject({ jobId: z.string() })),
  /** Removes the schedule but not its files. */
  'schedules.remove': command(named, z.void()),
  /** Brings back a schedule that was removed since Mailroom started. */
  'schedules.restore': command(named, schedule),
}
