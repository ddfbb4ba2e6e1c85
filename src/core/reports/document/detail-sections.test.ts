import { expect, it } from 'vitest'
import type { ArchiveDetails } from '#shared/domain/statistics/archive-statistics.ts'
import { openTimeBounds, sizeBounds } from '#shared/domain/statistics/details/classes.ts'
import { emptyHorizon } from '#test/support/statistics/empty-horizon.ts'
import { detailSections } from './detail-sections.ts'

const formats = { locale: 'en-US', number: (value: number) => value.toLocaleString('en-US') }
const activity = { messages: 9, detailed: 4, byPeople: 4, by: { human: 4, machine: 0, proxy: 0, unknown: 0 } }
const nothing = { values: [], more: 0 }
const place = (country: string, city: string, open: number) => {
  const spot = { latitude: null, longitude: null }
  return { country, city, ...spot, open, click: 0, opener: open, clicker: 0 }
}
const details: ArchiveDetails = {
  horizon: emptyHorizon,
  messages: 9,
  delivered: 9,
  refused: { messages: 0, detailed: 0, reasons: nothing },
  sizes: { classes: [...sizeBounds, 0].map(() => 0), unknown: 0, median: null },
  timeToOpen: { classes: [...openTimeBounds, 0].map(() => 0), undated: 3 },
  opened: activity,
  clicked: { ...activity, detailed: 9 },
  links: nothing,
  platforms: {
    values: [
      { month: '2026-10', name: 'Apple Mail 18', type: 'application', open: 5 },
      { month: '2026-11', name: 'apple mail 16', type: 'application', open: 2 },
      { month: '2026-11', name: 'Gmail', type: 'webmail', open: 6 },
    ],
    more: 0,
  },
  places: { values: [place('Germany', 'Berlin', 4), place('USA', 'Boston', 3), place('US', '', 2)], more: 0 },
}

const section = (title: string) => detailSections(details, formats).find((one) => one.title === title)!

it('a report groups programs as the dashboard does, and files their months', () => {
  const { table, csv } = section('Email platforms')
  expect(table.rows).toEqual([
    ['Apple Mail', '7'],
    ['Gmail', '6'],
  ])
  expect(csv.head).toEqual(['Program', 'Opens', '2026-10', '2026-11'])
  expect(csv.rows[0]).toEqual(['Apple Mail', 7, 5, 2])
})

it('a report joins the names of a country, and files every place as it was counted', () => {
  const { table, csv, chart } = section('Places')
  expect(table.rows).toEqual([
    ['United States', 'Boston', '3', '0'],
    ['United States', 'Unknown city', '2', '0'],
    ['Germany', 'Berlin', '4', '0'],
  ])
  expect(csv.rows.map(([country, city]) => [country, city])).toEqual([
    ['Germany', 'Berlin'],
    ['USA', 'Boston'],
    ['US', ''],
  ])
  expect(chart!.match(/>United States</g)).toHaveLength(1)
})

it('a report says of how many messages the details are known', () => {
  expect(section('Places').note).toBe('details known for 4 of 9 opened messages')
  expect(section('Links').note).toBe('')
  expect(section('Time to open').note).toBe('open time not reported for 3 messages')
})
