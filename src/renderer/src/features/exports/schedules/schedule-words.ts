import type { ExportSchedule, ScheduledWhat } from '#shared/contract/export-schedules.ts'
import type { ExportEntry } from '#shared/contract/exports.ts'
import { plural } from '#shared/domain/base/plural.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { spanOptions } from '../../rhythms/rhythm-words.ts'

/** What each run exports, in a few words. */
export function scheduledWhatText(what: ScheduledWhat): string {
  if (what.source === 'delta') return 'New since the last export'
  if (what.source === 'service') return `From the service: ${spanText(what.span)}`
  const search = what.text.trim()
  const messages = search === '' ? 'All messages of the archive' : `From the archive: ${search}`
  return what.span === null ? messages : `${messages}, ${spanText(what.span)}`
}

function spanText(span: string): string {
  return spanOptions.find(({ value }) => value === span)!.label.toLowerCase()
}

/** Where the files go, and how many of them stay. */
export function keepText({ folder, keep }: Pick<ExportSchedule, 'folder' | 'keep'>, formats: Formats): string {
  const place = `into “${folder}”`
  return keep === null ? place : `${place}, which keeps the newest ${plural(formats, keep, 'file')}`
}

export function missedText({ from, to, runs }: ExportSchedule['missed'][number], formats: Formats): string {
  const why = 'missed while Mailroom was closed or the computer slept'
  if (runs === 1) return `1 run was ${why}, ${formats.dateTime(from)}. It was made up for.`
  const when = `${formats.dateTime(from)} to ${formats.dateTime(to)}`
  return `${formats.number(runs)} runs were ${why}, ${when}. One run made up for them.`
}

/** The entry of the schedule's last run in the list of exports, unless it was removed from there. */
export function entryOfLastRun(
  { last, what }: Pick<ExportSchedule, 'last' | 'what'>,
  entries: readonly ExportEntry[],
): ExportEntry | undefined {
  if (last === null) return undefined
  return entries.find((entry) => entry.what.source === what.source && entry.startedAt === last.at)
}
