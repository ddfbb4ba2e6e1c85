import type { ExportSchedule, ScheduledWhat } from '#shared/contract/schedules.ts'
import type { ExportEntry } from '#shared/contract/exports.ts'
import { plural } from '#shared/domain/base/plural.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { visible } from '#shared/text/visible.ts'
import { spanOptions, timingText } from '../../schedules/index.ts'

/** Describes what each run exports, in a few words. */
export function scheduledWhatText(what: ScheduledWhat): string {
  if (what.source === 'delta') return 'New since the last export'
  if (what.source === 'service') return `From the service: ${spanText(what.span)}`
  const search = what.text.trim()
  const messages = search === '' ? 'All messages in the archive' : `From the archive: ${search}`
  return what.span === null ? messages : `${messages}, ${spanText(what.span)}`
}

/** Names a schedule by when it runs, what it exports and where it writes. */
export function scheduleName(
  { timing, what, folder }: ExportSchedule,
  formats: Pick<Formats, 'locale' | 'clock'>,
): string {
  return visible(`${timingText(timing, formats)}, ${scheduledWhatText(what)}, ${folderText(folder)}`)
}

function spanText(span: string): string {
  return spanOptions.find(({ value }) => value === span)!.label.toLowerCase()
}

/** A schedule that a colleague has shared has no folder on this computer until one is chosen. */
function folderText(folder: string): string {
  return folder === '' ? 'no folder chosen on this computer' : `into “${folder}”`
}

/** Where the files are written, and how many are kept. */
export function keepText({ folder, keep }: Pick<ExportSchedule, 'folder' | 'keep'>, formats: Formats): string {
  const text = folderText(folder)
  return keep === null ? text : `${text}, keeping the newest ${plural(formats, keep, 'file')}`
}

/** A later run exports everything that missed ones left, unless each run covers only the days before it. */
export function missedText(
  { from, to, runs }: ExportSchedule['missed'][number],
  what: ScheduledWhat,
  formats: Formats,
): string {
  const why = 'Mailroom was closed, the computer was asleep or the previous run had not finished.'
  const coversAll = what.source === 'delta' || what.span === null
  const later = coversAll
    ? 'A later run exports what was missed.'
    : 'The next run covered only the days before it. Export other missed days with New export.'
  if (runs === 1) return `1 run was missed on ${formats.dateTime(from)}. ${why} ${later}`
  const many = runs < mostCounted ? formats.number(runs) : `${formats.number(runs)} or more`
  const when = `${formats.dateTime(from)} and ${formats.dateTime(to)}`
  return `${many} runs were missed between ${when}. ${why} ${later}`
}

/** The core stops counting at this number. */
const mostCounted = 1000

/** Returns the schedule’s last run in the list of exports, unless it was removed from the list. */
export function entryOfLastRun(
  { id, last }: Pick<ExportSchedule, 'id' | 'last'>,
  entries: readonly ExportEntry[],
): ExportEntry | undefined {
  if (last === null) return undefined
  return entries.find(({ scheduleId, startedAt, endedAt }) => {
    // The entry is created before its run starts, and ends after the run.
    return scheduleId === id && startedAt <= last.at && (endedAt === null || endedAt >= last.at)
  })
}
