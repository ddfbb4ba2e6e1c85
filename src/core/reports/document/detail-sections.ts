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
import type { ReportSection } from './report-data.ts'
import { chartHead } from './report-sections.ts'

/** The panels that are made from the details of messages, in the order of the dashboard. */
export function detailSections(details: ArchiveDetails, formats: Numbers): ReportSection[] {
  const section = (title: string, counted: Counted) => countedSection(title, counted, formats)
  const { refused, opened, clicked, links, platforms, places, sizes, timeToOpen } = details
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
      csv: platformTable(platforms.values),
      note: known(opened, 'opened messages', formats),
      noun: 'program',
      more: platforms.more,
    }),
    section('Places', {
      csv: placeTable(places.values),
      note: known(opened, 'opened messages', formats),
      noun: 'place',
      more: places.more,
      drawn: countryTable(places.values),
    }),
    section('Opens by people and machines', {
      csv: peopleTable(details),
      note: known(opened, 'opened messages', formats),
      noun: 'line',
    }),
    section('Time to open', {
      csv: openTimeTable(timeToOpen.classes),
      note:
        timeToOpen.undated > 0
          ? `${plural(formats, timeToOpen.undated, 'message')} more were opened at a time that the service didn’t report`
          : '',
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
  readonly drawn?: CsvTable
}

/** As many lines as are read; the CSV has all of them. */
const mostLines = 100

function countedSection(
  title: string,
  { csv, note, noun, more = 0, drawn = csv }: Counted,
  formats: Numbers,
): ReportSection {
  const left = Math.max(0, csv.rows.length - mostLines) + more
  return {
    title,
    note,
    chart: tableChart(drawn, formats, { ...chartHead(title), noun }),
    table: {
      head: csv.head,
      rows: csv.rows
        .slice(0, mostLines)
        .map((row) => row.map((cell) => (typeof cell === 'number' ? formats.number(cell) : cell))),
    },
    csv,
    more: left > 0 ? `and ${plural(formats, left, `other ${noun}`)}` : '',
  }
}

function known({ messages, detailed }: { messages: number; detailed: number }, noun: string, formats: Numbers): string {
  return detailed < messages
    ? `details of ${formats.number(detailed)} of ${formats.number(messages)} ${noun} are known`
    : ''
}

function linkTable(links: ArchiveDetails['links']['values']): CsvTable {
  return {
    head: ['Link', 'Clicks', 'Unique clicks'],
    rows: links.map(({ url, click, clicker }) => [url, click, clicker]),
  }
}

/** Programs over the whole period; their months are on the dashboard. */
function platformTable(platforms: ArchiveDetails['platforms']['values']): CsvTable {
  const programs = new Map<string, { name: string; type: string; open: number }>()
  for (const { name, type, open } of platforms) {
    const id = `${type} ${name}`
    const program = programs.get(id) ?? { name: name || 'Unknown', type, open: 0 }
    program.open += open
    programs.set(id, program)
  }
  const rows = [...programs.values()].sort((a, b) => b.open - a.open).map(({ name, type, open }) => [name, type, open])
  return { head: ['Program', 'Type', 'Opens'], rows }
}

function placeTable(places: ArchiveDetails['places']['values']): CsvTable {
  return {
    head: ['Country', 'City', 'Opens', 'Clicks', 'Unique opens', 'Unique clicks'],
    rows: places.map(({ country, city, open, click, opener, clicker }) => [
      country || 'Unknown',
      city,
      open,
      click,
      opener,
      clicker,
    ]),
  }
}

/** Cities of one country have one bar. */
function countryTable(places: ArchiveDetails['places']['values']): CsvTable {
  const countries = new Map<string, number>()
  for (const { country, open } of places) {
    const name = country || 'Unknown'
    countries.set(name, (countries.get(name) ?? 0) + open)
  }
  return { head: ['Country', 'Opens'], rows: [...countries].sort(([, a], [, b]) => b - a) }
}
