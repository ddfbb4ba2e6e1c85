import { plural } from '#shared/domain/base/plural.ts'
import type { ArchiveDetails } from '#shared/domain/statistics/archive-statistics.ts'
import { tableChart } from '#shared/domain/statistics/charts/panel-charts.ts'
import type { CsvTable } from '#shared/domain/statistics/csv-text.ts'
import {
  openTimeTable,
  peopleTable,
  reasonTable,
  sizeTable,
  sizeText,
} from '#shared/domain/statistics/details/detail-names.ts'
import type { Numbers } from '#shared/domain/statistics/figure-text.ts'
import { countriesOf, placeTable, type Country } from '#shared/domain/statistics/places/counted-countries.ts'
import { monthsOf, programsOf, programTable } from '#shared/domain/statistics/platforms/programs.ts'
import type { ReportSection } from './report-data.ts'
import { chartHead } from './report-sections.ts'

/** Panels based on message details, in the dashboard’s order. */
export function detailSections(details: ArchiveDetails, formats: Numbers): ReportSection[] {
  const section = (title: string, counted: Counted) => countedSection(title, counted, formats)
  const { refused, opened, clicked, links, platforms, places, sizes, timeToOpen } = details
  const programs = programsOf(platforms.values, 'all')
  const countries = countriesOf(places.values, 'open')
  return [
    section('Bounces by reason', {
      csv: reasonTable(refused.reasons.values),
      note: known(refused, 'refused messages', formats),
      noun: 'reason',
      more: refused.reasons.more,
    }),
    section('Links', {
      csv: linkTable(links.values),
      note: known(clicked, 'clicked messages', formats),
      noun: 'link',
      more: links.more,
    }),
    section('Email platforms', {
      csv: programTable(programs, monthsOf(platforms.values)),
      // Leaves out the months, which only the dashboard has room for.
      shown: programTable(programs, []),
      note: known(opened, 'opened messages', formats),
      noun: 'program',
      more: platforms.more,
    }),
    section('Places', {
      csv: placeTable(places.values),
      note: known(opened, 'opened messages', formats),
      noun: 'place',
      more: places.more,
      shown: cityTable(countries),
      drawn: { head: ['Country', 'Opens'], rows: countries.map(({ name, open }) => [name, open]) },
    }),
    section('Opens by people and machines', {
      csv: peopleTable(details),
      note: known(opened, 'opened messages', formats),
      noun: 'line',
    }),
    section('Time to open', {
      csv: openTimeTable(timeToOpen.classes),
      note:
        timeToOpen.undated > 0 ? `open time not reported for ${plural(formats, timeToOpen.undated, 'message')}` : '',
      noun: 'class',
    }),
    section('Message size', {
      csv: sizeTable(sizes, formats),
      note: sizes.median === null ? '' : `median ${sizeText(sizes.median, formats)}`,
      noun: 'class',
    }),
  ]
}

type Counted = {
  readonly csv: CsvTable
  readonly note: string
  readonly noun: string
  readonly more?: number
  /** The lines on the page, if they differ from the CSV’s lines. */
  readonly shown?: CsvTable
  /** The values drawn, if they differ from the values shown. */
  readonly drawn?: CsvTable
}

/** The maximum number of lines in a panel: more than anybody reads. The CSV contains all lines. */
const mostLines = 100

function countedSection(
  title: string,
  { csv, note, noun, more = 0, shown = csv, drawn = shown }: Counted,
  formats: Numbers,
): ReportSection {
  const left = Math.max(0, shown.rows.length - mostLines) + more
  return {
    title,
    note,
    chart: tableChart(drawn, formats, { ...chartHead(title), noun }),
    table: {
      head: shown.head,
      rows: shown.rows
        .slice(0, mostLines)
        .map((row) => row.map((cell) => (typeof cell === 'number' ? formats.number(cell) : cell))),
    },
    csv,
    more: left > 0 ? `and ${plural(formats, left, `other ${noun}`)}` : '',
  }
}

function known({ messages, detailed }: { messages: number; detailed: number }, noun: string, formats: Numbers): string {
  return detailed < messages
    ? `details known for ${formats.number(detailed)} of ${formats.number(messages)} ${noun}`
    : ''
}

function linkTable(links: ArchiveDetails['links']['values']): CsvTable {
  return {
    head: ['Link', 'Clicks', 'Unique clicks'],
    rows: links.map(({ url, click, clicker }) => [url, click, clicker]),
  }
}

/** Countries with their cities, grouped as on the dashboard. */
function cityTable(countries: readonly Country[]): CsvTable {
  return {
    head: ['Country', 'City', 'Opens', 'Clicks'],
    rows: countries.flatMap(({ name, cities }) => cities.map((city) => [name, city.name, city.open, city.click])),
  }
}
