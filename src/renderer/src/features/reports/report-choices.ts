import type { ReportKind, ReportSpan } from '#shared/contract/base/report-choices.ts'
import type { Rhythm } from '#shared/contract/base/rhythm.ts'
import type { ReportSchedule } from '#shared/contract/reports.ts'
import type { Option } from '../../lib/ui/fields/option.ts'

/** What the dashboard shows when a report is asked for. */
export type ReportSubject = Pick<ReportSchedule, 'accountId' | 'text' | 'comparison' | 'metaKey'> & {
  readonly from: string
  readonly to: string
}

export function kindOptions({ print }: { print: boolean }): Option<ReportKind>[] {
  const withoutPrinter = 'Needs Chrome, Chromium or Edge on this computer. Choose HTML, and print it from your browser.'
  return [
    { value: 'pdf', label: 'PDF', detail: print ? 'For printing and sharing' : withoutPrinter, disabled: !print },
    { value: 'html', label: 'HTML', detail: 'A single file that opens in any browser, even offline' },
    { value: 'csv', label: 'CSV tables', detail: 'A table for each panel' },
  ]
}

export const kindNames: Readonly<Record<ReportKind, string>> = { pdf: 'PDF', html: 'HTML', csv: 'CSV tables' }

export const spanOptions: readonly Option<ReportSpan>[] = [
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'last-7-days', label: 'The last 7 days' },
  { value: 'last-30-days', label: 'The last 30 days' },
  { value: 'last-month', label: 'The last month' },
]

export const everyOptions: readonly Option<Rhythm['every']>[] = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
]

/** Monday first, as its number and its name. */
export function weekdayOptions(locale: string): Option[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  // Monday, 5 January 1970, and the six days after it.
  return Array.from({ length: 7 }, (_, day) => ({
    value: String(day + 1),
    label: format.format(Date.UTC(1970, 0, 5 + day)),
  }))
}

/** "Every Monday at 07:30" */
export function rhythmText({ every, weekday, monthDay, time }: Rhythm, locale: string): string {
  if (every === 'day') return `Every day at ${time}`
  if (every === 'week') return `Every ${weekdayOptions(locale)[weekday - 1]!.label} at ${time}`
  return `Every month on day ${monthDay} at ${time}`
}
