import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { counterSql, type CounterName } from '../store/counting/counters.ts'
import type { Database } from '../store/database/database.ts'
import { rollupStreams, type Selection } from '../store/counting/filter.ts'
import { idsOf, segmentsOf, type Segment } from '../store/counting/period.ts'
import { locationColumns } from '../store/counting/rollups.ts'
import { monthOfDay } from '../store/counting/id-time.ts'

/** Sums keyed by the number of a domain, stream, day, platform or location. */
export type Sums = Map<number, number[]>

export function addTo(sums: Sums, key: number, values: readonly number[], sign: 1 | -1): void {
  const known = sums.get(key)
  if (!known) {
    sums.set(
      key,
      values.map((value) => sign * value),
    )
  } else for (let at = 0; at < known.length; at++) known[at]! += sign * values[at]!
}

const inStreams = 'IN (SELECT value FROM json_each(?))'

/** Sums message counters. Complete months and days are read from the rollups, and partial days from the records. */
export function countBy(
  database: Database,
  selection: Selection,
  column: 'domain' | 'stream' | 'day',
  names: readonly CounterName[],
): Sums {
  const sums: Sums = new Map()
  const wanted = selection.streams && JSON.stringify(selection.streams)

  function rows({ span, from, to }: Segment): unknown[] {
    if (span === 'raw') {
      const key = column === 'day' ? '(id >> 20) / 86400' : column
      const expressions = names.map((name) => counterSql[name]).join(', ')
      const condition = wanted === null ? '? IS NULL' : `stream ${inStreams}`
      return database
        .arrays(`SELECT ${key}, ${expressions} FROM messages WHERE ${condition} AND id BETWEEN ? AND ? GROUP BY 1`)
        .all(wanted, ...idsOf(from, to))
    }
    const table = column === 'domain' ? `${span}_domains` : 'day_streams'
    const expressions = names.map((name) => `sum(${name})`).join(', ')
    const all = column === 'stream' && wanted === null
    const text = `SELECT ${column}, ${expressions} FROM ${table}
      WHERE stream ${all ? '> ?' : inStreams} AND ${span} BETWEEN ? AND ? GROUP BY 1`
    return database.arrays(text).all(all ? 0 : rollupStreams(selection), from, to)
  }

  for (const segment of segmentsOf(selection.period, column === 'domain')) {
    for (const [key, ...values] of rows(segment) as [number, ...number[]][]) addTo(sums, key, values, segment.sign)
  }
  return sums
}

const rawEventColumns = {
  platform: 'sum(type = 20)',
  location: 'sum(type = 20), sum(type = 21), sum(type = 20 AND first), sum(type = 21 AND first)',
}

/**
 * Returns, for each month in the period, the opens by platform, or the opens, clicks, openers and clickers by location.
 */
export function eventsBy(database: Database, selection: Selection, kind: 'platform' | 'location'): Map<number, Sums> {
  const months = new Map<number, Sums>()
  for (const segment of segmentsOf(selection.period, true)) {
    const rows = segment.span === 'raw' ? rawEvents : rolledUpEvents
    for (const [month, key, ...values] of rows(database, { selection, kind, segment })) {
      let sums = months.get(month)
      if (!sums) months.set(month, (sums = new Map()))
      addTo(sums, key, values, segment.sign)
    }
  }
  return months
}

type EventQuery = { selection: Selection; kind: 'platform' | 'location'; segment: Segment }
type EventRow = [month: number, key: number, ...values: number[]]

function rawEvents(
  database: Database,
  { selection: { streams }, kind, segment: { from, to } }: EventQuery,
): EventRow[] {
  const condition =
    streams === null ? '? IS NULL' : `(SELECT stream FROM messages WHERE messages.id = message) ${inStreams}`
  const month = monthOfDay(Math.floor(from / secondsPerDay))
  const text = `SELECT ${month}, ${kind}, ${rawEventColumns[kind]} FROM events JOIN agents ON agents.id = events.agent
    WHERE ${condition} AND message BETWEEN ? AND ? AND type IN (20, 21) GROUP BY 2`
  const wanted = streams && JSON.stringify(streams)
  return database.arrays(text).all(wanted, ...idsOf(from, to)) as unknown as EventRow[]
}

function rolledUpEvents(database: Database, { selection, kind, segment: { span, from, to } }: EventQuery): EventRow[] {
  // A segment of days never spans two months.
  const month = span === 'month' ? 'month' : String(monthOfDay(from))
  const columns = kind === 'platform' ? ['open'] : locationColumns
  const text = `SELECT ${month}, ${kind}, ${columns.map((name) => `sum(${name})`).join(', ')} FROM ${span}_${kind}s
    WHERE stream ${inStreams} AND ${span} BETWEEN ? AND ? GROUP BY 1, 2`
  return database.arrays(text).all(rollupStreams(selection), from, to) as unknown as EventRow[]
}
