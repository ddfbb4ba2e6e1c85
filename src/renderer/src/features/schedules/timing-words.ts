import type { Timing } from '#shared/contract/base/timing.ts'
import type { ReportSpan } from '#shared/contract/base/report-choices.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import type { Option } from '../../lib/ui/fields/option.ts'

export const everyOptions: readonly Option<Timing['every']>[] = [
  { value: 'hour', label: 'Every hour' },
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
  { value: 'cron', label: 'Cron pattern' },
]

/** The days that a run covers, counted back from the day of the run. */
export const spanOptions: readonly Option<ReportSpan>[] = [
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'last-7-days', label: 'The last 7 days' },
  { value: 'last-30-days', label: 'The last 30 days' },
  { value: 'last-month', label: 'The previous calendar month' },
]

export function cronExamples(formats: Pick<Formats, 'clock'>) {
  return [
    { pattern: '*/15 * * * *', text: 'Every 15 minutes' },
    { pattern: '0 6 * * 1-5', text: `At ${formats.clock('06:00')} from Monday to Friday` },
    { pattern: '30 8 1 * *', text: `At ${formats.clock('08:30')} on the first day of each month` },
  ]
}

/** Starts with Monday. The values are the numbers of the weekdays. */
export function weekdayOptions(locale: string): Option[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  // Monday, 5 January 1970, and the six days after it.
  return Array.from({ length: 7 }, (_, day) => ({
    value: String(day + 1),
    label: format.format(Date.UTC(1970, 0, 5 + day)),
  }))
}

/** Describes a timing, for example “Every Monday at 07:30”. */
export function timingText(
  { every, weekday, monthDay, time, cron }: Timing,
  formats: Pick<Formats, 'locale' | 'clock'>,
): string {
  switch (every) {
    case 'hour':
      return `Every hour at minute ${Number(time.slice(3))}`
    case 'day':
      return `Every day at ${formats.clock(time)}`
    case 'week':
      return `Every ${weekdayOptions(formats.locale)[weekday - 1]!.label} at ${formats.clock(time)}`
    case 'month':
      return `Every month on day ${monthDay} at ${formats.clock(time)}`
    case 'cron':
      return `Cron pattern ${cron}`
  }
}
