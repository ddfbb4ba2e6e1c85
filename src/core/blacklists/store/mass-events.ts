import { secondsPerHour } from '#shared/domain/base/durations.ts'
import type { EntryTable } from './entry-table.ts'

/** Many addresses of one domain within an hour, shown as one row. */
export type MassEvent = {
  readonly domain: string
  readonly count: number
  /** Epoch seconds of the oldest and the newest entry. */
  readonly first: number
  readonly last: number
}

/** What a table shows: entries by their row, and events by -1, -2 … */
export type Grouped = { readonly shown: Int32Array; readonly events: readonly MassEvent[] }

/** Fewer are not worth hiding behind one row. */
const fewest = 20
/** A large provider has many entries in any hour: only a multiple of its usual number is an event. */
const timesUsual = 10

/** Combines the events among these rows, newest first, into one row each, at the place of the newest entry. */
export function groupEvents(table: EntryTable, rows: Uint32Array): Grouped {
  const { domains, dates } = table.columns
  const totals = new Uint32Array(table.domainNames.count)
  for (const row of rows) totals[domains[row]!]!++
  const hours = rows.length === 0 ? 0 : (dates[rows[0]!]! - dates[rows.at(-1)!]!) / secondsPerHour
  const usual = (domain: number, count: number): number => (totals[domain]! - count) / Math.max(1, hours)
  /** The places of each domain within the hour that is being collected. */
  const open = new Map<number, number[]>()
  const eventOf = new Int32Array(rows.length)
  const events: MassEvent[] = []
  const close = (domain: number, places: number[]): void => {
    if (places.length < fewest || places.length < timesUsual * usual(domain, places.length)) return
    events.push({
      domain: table.domainNames.at(domain),
      count: places.length,
      first: dates[rows[places.at(-1)!]!]!,
      last: dates[rows[places[0]!]!]!,
    })
    for (const place of places) eventOf[place] = -events.length
  }
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]!
    const domain = domains[row]!
    // An entry without a date or a domain is no part of an hour.
    if (totals[domain]! < fewest || dates[row] === 0 || table.domainNames.at(domain) === '') continue
    const places = open.get(domain)
    if (places && dates[rows[places[0]!]!]! - dates[row]! <= secondsPerHour) places.push(place)
    else {
      if (places) close(domain, places)
      open.set(domain, [place])
    }
  }
  for (const [domain, places] of open) close(domain, places)
  return { shown: shownRows(rows, eventOf, events.length), events }
}

function shownRows(rows: Uint32Array, eventOf: Int32Array, events: number): Int32Array {
  const isShown = new Uint8Array(events + 1)
  const shown: number[] = []
  for (let place = 0; place < rows.length; place++) {
    const event = eventOf[place]!
    if (event === 0) shown.push(rows[place]!)
    else if (isShown[-event] === 0) {
      isShown[-event] = 1
      shown.push(event)
    }
  }
  return Int32Array.from(shown)
}
