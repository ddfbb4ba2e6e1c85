import type { Note } from '../../../contract/notes.ts'
import type { Counters, DayCounters, HourCount } from '../../../contract/statistics.ts'
import type { DateRange } from '../../base/days.ts'
import { perLocale } from '../../base/per-locale.ts'
import { bounceKinds, bouncesOf } from '../bounces.ts'
import { joined, other, outcomes, partsOf } from '../activity.ts'
import { daysOf } from '../compared-period.ts'
import { noCounters, sumOf } from '../counters.ts'
import type { CsvTable } from '../csv-text.ts'
import type { Formats } from '../../settings/formats.ts'
import type { Numbers } from '../figure-text.ts'
import { barMarks } from './bar-marks.ts'
import { heatTable } from './heat-table.ts'
import { shareBars } from './share-bars.ts'
import { stackedBars, type StackedBars } from './stacked-bars.ts'
import type { ChartHead } from './svg-text.ts'

/** Draws the panels’ charts as files, for the page and for reports. */

type Days = {
  readonly counted: readonly DayCounters[]
  readonly period: DateRange
  /** A number above the bar marks each note, and refers to this list. */
  readonly notes?: readonly Note[]
}

/** Returns an entry for each day in the period, including days without messages. */
export function everyDay({ counted, period }: Days): DayCounters[] {
  const found = new Map(counted.map((day) => [day.day, day]))
  return daysOf(period).map((day) => found.get(day) ?? { day, ...noCounters() })
}

export function activityChart(days: Days, formats: Numbers, head: ChartHead): string {
  return dayChart(days, { series: [...outcomes, other], partsOf }, formats, head)
}

export function bouncesChart(days: Days, formats: Numbers, head: ChartHead): string {
  return dayChart(days, { series: bounceKinds, partsOf: bouncesOf }, formats, head)
}

type Parts = Pick<StackedBars, 'series'> & { readonly partsOf: (day: Counters) => number[] }

function dayChart(days: Days, { series, partsOf: parts }: Parts, formats: Numbers, head: ChartHead): string {
  const groups = joined(everyDay(days)).map((group) => ({ group, first: group[0]!.day, last: group.at(-1)!.day }))
  const bars = groups.map(({ group, first, last }) => {
    return { label: first === last ? first : `${first} – ${last}`, parts: parts(sumOf(group)) }
  })
  return stackedBars({
    ...head,
    bars,
    series,
    number: (value) => formats.number(value),
    marks: barMarks(days.notes ?? [], groups),
  })
}

const weekdayFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }))

/** Returns short day names, Monday first. */
export function weekdaysIn({ locale }: Pick<Numbers, 'locale'>): string[] {
  const format = weekdayFormat(locale)
  // Monday, 5 January 1970, and the six days after it.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(1970, 0, 5 + day)))
}

/** Writes the beginning of an hour of the day, such as `07:00`. */
export function fullHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

export function hoursTable(hours: readonly HourCount[], formats: Pick<Numbers, 'locale'>): CsvTable {
  return {
    head: ['Weekday', ...Array.from({ length: 24 }, (_, hour) => fullHour(hour))],
    rows: weekdaysIn(formats).map((name, day) => [
      name,
      ...hours.slice(day * 24, day * 24 + 24).map(({ messages }) => messages),
    ]),
  }
}

export function hoursChart(
  hours: readonly HourCount[],
  formats: Numbers & Pick<Formats, 'hour' | 'clock'>,
  head: ChartHead,
): string {
  const rows = weekdaysIn(formats).map((label, day) => ({
    label,
    values: hours.slice(day * 24, day * 24 + 24).map(({ messages }) => messages),
  }))
  const columns = Array.from({ length: 24 }, (_, hour) => formats.hour(hour))
  const text = ({ row, column, value }: { row: string; column: string; value: number }) =>
    `${row} ${formats.clock(fullHour(columns.indexOf(column)))}: ${formats.number(value)}`
  return heatTable({ ...head, rows, columns, text })
}

/** More lines than this cannot be distinguished on a page. The table contains all of them. */
const mostLines = 20

/** Draws each row’s first number as a bar. Its length shows the number’s share of the largest one. */
export function tableChart(
  { rows }: CsvTable,
  formats: Numbers,
  { noun, ...head }: ChartHead & { noun: string },
): string {
  const lines = rows.map(([label = '', ...cells]) => {
    const value = cells.find((cell) => typeof cell === 'number') ?? 0
    return { label: String(label) || `No ${noun}`, value, text: formats.number(value) }
  })
  const left = lines.length - mostLines
  return shareBars({
    ...head,
    lines: lines.slice(0, mostLines),
    more: left > 0 ? `and ${formats.number(left)} more` : '',
  })
}
