import type { Note } from '#shared/contract/notes.ts'
import type { Counters, StatisticsGroup } from '#shared/contract/statistics.ts'
import type { DateRange } from '#shared/domain/base/days.ts'
import { plural } from '#shared/domain/base/plural.ts'
import { joined, other, outcomes, partsOf } from '#shared/domain/statistics/activity.ts'
import type { ArchiveStatistics } from '#shared/domain/statistics/archive-statistics.ts'
import { bounceKinds, bouncesOf } from '#shared/domain/statistics/bounces.ts'
import {
  activityChart,
  bouncesChart,
  everyDay,
  hoursChart,
  hoursTable,
  tableChart,
} from '#shared/domain/statistics/charts/panel-charts.ts'
import { sparklineSvg } from '#shared/domain/statistics/charts/sparkline.ts'
import { sumOf } from '#shared/domain/statistics/counters.ts'
import type { CsvTable } from '#shared/domain/statistics/csv-text.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { changeOf, figureText, formulaText, percent } from '#shared/domain/statistics/figure-text.ts'
import { figures, isAboveLimit, rateOf, type FigureId } from '#shared/domain/statistics/figures.ts'
import { byProvider, hasComplaintData, providerOf } from '#shared/domain/statistics/providers/mailbox-providers.ts'
import type { ReportFigure, ReportSection } from './report-data.ts'

type Counted = {
  readonly statistics: ArchiveStatistics
  readonly before: ArchiveStatistics | null
  readonly period: DateRange
  readonly metaKey: string | null
  /** Notes on the period’s days, oldest first. */
  readonly notes: readonly Note[]
  readonly formats: Formats
}

export function headline({ statistics, before, period, formats }: Counted): ReportFigure[] {
  const days = everyDay({ counted: statistics.days, period })
  return figures.map((figure) => {
    const value = figure.read(statistics.total)
    const values = days.map((day) => (figure.whole === null ? figure.read(day).part : rateOf(figure.read(day))))
    return {
      label: figure.label,
      text: figureText(figure, value, formats),
      formula: formulaText(figure, value, formats),
      change: (before && changeOf(figure, value, figure.read(before.total), formats)) ?? null,
      warning: isAboveLimit(figure, value) && figure.limit !== null ? `above ${percent(figure.limit, formats)}` : null,
      spark: sparklineSvg(values, figure.limit),
    }
  })
}

/** The panels filled from the archive, in the dashboard’s order. */
export function archiveSections(counted: Counted): ReportSection[] {
  const { groups, meta } = counted.statistics
  const group = (name: StatisticsGroup, title: string, noun: string) =>
    groupSection({ title, noun, grouped: groups[name] }, counted)
  const { metaKey } = counted
  return [
    activitySection(counted),
    ...notesSection(counted.notes),
    bouncesSection(counted),
    group('tag', 'Tags', 'tag'),
    providersSection(counted),
    groupSection(
      {
        title: 'Recipient domains',
        noun: 'domain',
        grouped: groups.domain,
        withComplaints: (line) => hasComplaintData(providerOf(line.value), line),
      },
      counted,
    ),
    group('from', 'Senders', 'sender'),
    group('key', 'API keys', 'key'),
    ...(metaKey === null ? [] : [groupSection({ title: metaKey, noun: 'value', grouped: meta ?? undefined }, counted)]),
    hoursSection(counted),
  ]
}

/** The notes on the days, with the same numbers as above the bars in the chart. */
function notesSection(notes: readonly Note[]): ReportSection[] {
  if (notes.length === 0) return []
  const daysOf = ({ day, lastDay }: Note) => (day === lastDay ? day : `${day} – ${lastDay}`)
  const lines = notes.map((note, at) => [String(at + 1), daysOf(note), note.text])
  const note = 'with the numbers above the bars'
  const head = ['Number', 'Day', 'Note']
  return [
    {
      title: 'Notes on the days',
      note,
      chart: null,
      table: { head, rows: lines },
      csv: { head, rows: notes.map((entry, at) => [at + 1, daysOf(entry), entry.text]) },
      more: '',
    },
  ]
}

export const chartHead = (title: string) => ({ title, caption: [] })

function activitySection(counted: Counted): ReportSection {
  return daysSection(counted, {
    title: 'Messages per day',
    head: [...[...outcomes, other].map(({ label }) => label), 'Opened', 'Clicked'],
    numbers: (day) => [...partsOf(day), day.opened, day.clicked],
    draw: activityChart,
  })
}

function bouncesSection(counted: Counted): ReportSection {
  return daysSection(counted, {
    title: 'Bounces per day',
    head: bounceKinds.map(({ label }) => label),
    numbers: bouncesOf,
    draw: bouncesChart,
  })
}

type DaysOf = {
  readonly title: string
  readonly head: readonly string[]
  readonly numbers: (counters: Counters) => number[]
  readonly draw: typeof activityChart
}

function daysSection(
  { statistics, period, notes, formats }: Counted,
  { title, head, numbers, draw }: DaysOf,
): ReportSection {
  const days = everyDay({ counted: statistics.days, period })
  // Days are joined into as many lines as the chart has bars, because ten years of days would fill a hundred pages. The
  // CSV contains every day.
  const lines = joined(days).map((group) => {
    const [first, last] = [group[0]!.day, group.at(-1)!.day]
    return { ...sumOf(group), day: first === last ? first : `${first} – ${last}` }
  })
  return {
    title,
    note: '',
    chart: draw({ counted: statistics.days, period, notes }, formats, chartHead(title)),
    table: {
      head: ['Day', 'Messages', ...head],
      rows: lines.map((line) => [line.day, ...[line.messages, ...numbers(line)].map((value) => formats.number(value))]),
    },
    csv: {
      head: ['Day', 'Messages', ...head],
      rows: days.map((day) => [day.day, day.messages, ...numbers(day)]),
    },
    more: lines.length < days.length ? 'Days are grouped here. The CSV tables of this report list every day.' : '',
  }
}

const noData = 'no data'
const isReported = (id: FigureId, withComplaints: boolean) => withComplaints || id !== 'complaints'

function providersSection({ statistics, formats }: Counted): ReportSection {
  const title = 'Mailbox providers'
  const domains = statistics.groups.domain ?? { values: [], more: 0 }
  const lines = byProvider(domains, statistics.total).map((line) => ({
    line,
    name: line.provider?.name ?? 'Other domains',
    withComplaints: hasComplaintData(line.provider, line),
  }))
  const csv: CsvTable = {
    head: [title, ...figures.map(({ label }) => label)],
    rows: lines.map(({ line, name, withComplaints }) => [
      name,
      ...figures.map((figure) => (isReported(figure.id, withComplaints) ? figure.read(line).part : noData)),
    ]),
  }
  return {
    title,
    note: '',
    chart: tableChart(csv, formats, { ...chartHead(title), noun: 'provider' }),
    table: {
      head: csv.head,
      rows: lines.map(({ line, name, withComplaints }) => [
        name,
        ...figures.map((figure) =>
          isReported(figure.id, withComplaints) ? figureText(figure, figure.read(line), formats) : noData,
        ),
      ]),
    },
    csv,
    more: '',
  }
}

type Grouped = ArchiveStatistics['groups'][StatisticsGroup]
type Group = {
  readonly title: string
  readonly noun: string
  readonly grouped: Grouped | undefined
  /** Whether the line’s number of complaints means anything. */
  readonly withComplaints?: (line: NonNullable<Grouped>['values'][number]) => boolean
}

function groupSection(
  { title, noun, grouped, withComplaints = () => true }: Group,
  { formats }: Counted,
): ReportSection {
  const values = grouped?.values ?? []
  const csv: CsvTable = {
    head: [title, ...figures.map(({ label }) => label)],
    rows: values.map((line) => [
      line.value,
      ...figures.map((figure) => (isReported(figure.id, withComplaints(line)) ? figure.read(line).part : noData)),
    ]),
  }
  const more = grouped?.more ?? 0
  return {
    title,
    note: '',
    chart: tableChart(csv, formats, { ...chartHead(title), noun }),
    table: {
      head: csv.head,
      rows: values.map((line) => [
        line.value === '' ? `No ${noun}` : line.value,
        ...figures.map((figure) =>
          isReported(figure.id, withComplaints(line)) ? figureText(figure, figure.read(line), formats) : noData,
        ),
      ]),
    },
    csv,
    more: more > 0 ? `and ${plural(formats, more, `other ${noun}`)}` : '',
  }
}

function hoursSection({ statistics, formats }: Counted): ReportSection {
  const title = 'Hours of the week'
  const csv = hoursTable(statistics.hours, formats)
  const text = (cell: string | number) => (typeof cell === 'number' ? formats.number(cell) : cell)
  return {
    title,
    note: 'messages created',
    chart: hoursChart(statistics.hours, formats, chartHead(title)),
    table: {
      // In a narrow column, the heading wraps between the hour and AM or PM.
      head: csv.head.map((name, at) => (at === 0 ? name : formats.hour(at - 1).replace(/\s/, ' '))),
      rows: csv.rows.map((row) => row.map(text)),
    },
    csv,
    more: '',
  }
}
