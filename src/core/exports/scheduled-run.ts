import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'
import type { JobWork } from '../jobs/index.ts'
import type { RunTools } from '../schedules/index.ts'
import type { Exports } from './exports.ts'
import type { StoredExport } from './history/stored-export.ts'
import type { ExportContentNeeds } from './source/content.ts'
import { keepNewest } from './schedule/keep-newest.ts'
import { whatOn } from './schedule/scheduled-what.ts'
import type { StoredSchedule, WrittenFile } from './schedule/stored-schedule.ts'

/** The maximum number of files remembered: more than any schedule keeps. */
const mostFiles = 1200

type Context = RunTools<StoredSchedule> & { readonly needs: ExportContentNeeds; readonly exports: Exports }

export function whatNow(
  { accountId, what }: Pick<StoredSchedule, 'accountId' | 'what'>,
  zone: string,
  { accounts }: ExportContentNeeds,
): ReturnType<typeof whatOn> {
  return whatOn(dayIn(zone, accounts.clockOf(accountId).now()), what, zone)
}

/** Starts a schedule’s export, which is listed like any other; returns its job’s id. */
export async function startRun(schedule: StoredSchedule, context: Context): Promise<string> {
  const { id: scheduleId, accountId, layout, saveAs, folderPath, zone } = schedule
  const what = whatNow(schedule, zone, context.needs)
  const workOf = (exportId: string, work: JobWork): JobWork =>
    context.asRun(async (job, leaveTurn) => {
      context.exports.whenPaused(exportId, leaveTurn)
      const result = await work(job).catch((thrown: unknown) => throwAsListed(exportId, thrown, context))
      const remarks = await prune(scheduleId, exportId, { ...context, signal: job.signal })
      return result && { ...result, text: [result.text, ...remarks].join(' ') }
    })
  const choice = { scheduleId, accountId, what, layout, saveAs, folderPath }
  return (await context.exports.startScheduled(choice, workOf)).jobId
}

/**
 * Throws the text from the export list, which is more informative than the error: it also shows what happened to a
 * delta.
 */
function throwAsListed(exportId: string, thrown: unknown, { exports }: Context): never {
  const { code, message, retryable, details } = AppError.from(thrown)
  const listed = exports.history.list().find(({ id }) => id === exportId)
  throw new AppError(code, listed?.text || message, { retryable, details, cause: thrown })
}

/**
 * Deletes older files, once the new file is complete. Files that could not be deleted are reported and do not make the
 * run fail.
 */
async function prune(
  scheduleId: string,
  exportId: string,
  { needs, exports, change, signal }: Context & { readonly signal: AbortSignal },
): Promise<string[]> {
  const { history } = exports
  try {
    const entry = history.get(exportId)
    const all = history.list()
    const { files, keep } = await change(scheduleId, (before) => withWritten(before, all, exportId))
    if (keep === null || entry.folderPath === null) return []
    const kept = await keepNewest(files, { keep, folderPath: entry.folderPath, exports: all, signal })
    await change(scheduleId, (before) => ({ ...before, files: kept.files }))
    const text = [entry.text, ...kept.remarks].filter(Boolean).join(' ')
    if (kept.remarks.length > 0) await history.change(exportId, { text })
    return kept.remarks
  } catch (thrown) {
    const { code, message } = AppError.from(thrown)
    // If the schedule or the export was removed in the meantime, there is nothing to delete.
    if (code === 'not-found') return []
    needs.ports.logger.log('warn', 'A schedule’s older files could not be deleted.', { code, reason: message })
    return ['This schedule’s older files could not be deleted.']
  }
}

/**
 * Adds the files that the schedule has written since the last check: Mailroom may have stopped after writing a file and
 * before updating this list.
 */
function withWritten(schedule: StoredSchedule, exports: readonly StoredExport[], newestId: string): StoredSchedule {
  const { id, files, filesUntil } = schedule
  const added = exports
    .filter((entry) => entry.scheduleId === id && entry.state === 'done')
    .filter((entry) => entry.id === newestId || entry.startedAt > filesUntil)
    .toReversed()
  const own = [...files, ...added.flatMap(writtenBy)]
  // If a file replaced an older file with the same name, only the newer one exists.
  const newest = new Map(own.map((file) => [join(file.folderPath, file.name), file]))
  return {
    ...schedule,
    files: own.filter((file) => newest.get(join(file.folderPath, file.name)) === file).slice(-mostFiles),
    filesUntil: Math.max(filesUntil, ...added.map(({ startedAt }) => startedAt)),
  }
}

function writtenBy({ id, folderPath, name, bytes, identity }: StoredExport): WrittenFile[] {
  return folderPath === null || identity === null ? [] : [{ exportId: id, folderPath, name, bytes, identity }]
}
