import { secondsPerHour } from '#shared/domain/base/durations.ts'
import type { EntryTable } from './entry-table.ts'

/** Many addresses in one domain within an hour, shown as one row. */
export type MassEvent = {
  readonly domain: string
  readonly count: number
  /** Epoch seconds of the oldest and newest entries. */
  readonly first: number
  readonly last: number
  /** Null if its entries have different reasons. */
  readonly reason: string | null
}

/** The rows shown in a table: entries by their row, and events as -1, -2 … */
export type Grouped = {
  readonly shown: Int32Array
  readonly events: readonly MassEvent[]
  readonly newest: readonly number[]
}

/** Fewer entries are shown one by one, because combining them would hide more than it saves. */
const fewest = 20
/** A large provider has many entries in any hour, so only a multiple of its usual number is an event. */
const timesUsual = 10

/** For each domain, the positions of the first and last entries within an hour, and the number of entries. */
type Hours = { readonly starts: Uint32Array; readonly ends: Uint32Array; readonly counts: Uint32Array }

/** The event, and the positions of its first and last rows. */
type Found = {
  readonly event: Omit<MassEvent, 'reason'>
  readonly start: number
  readonly end: number
  readonly code: number
}

/** Combines each event among these rows, which are newest first, into one row at the position of its newest entry. */
export function groupEvents(table: EntryTable, rows: Uint32Array): Grouped {
  const found = findEvents(table, rows)
  if (found.length === 0) return ungrouped(rows)
  const { domains, reasons } = table.columns
  const shown = new Int32Array(rows)
  const newest = found.map(({ start }) => rows[start]!)
  const hidden = new Uint8Array(rows.length)
  const events = found.map(({ event, start, end, code }, at): MassEvent => {
    const first = reasons[rows[start]!]!
    let isSame = true
    for (let place = start; place <= end; place++) {
      const row = rows[place]!
      if (domains[row] !== code) continue
      hidden[place] = 1
      isSame &&= reasons[row] === first
    }
    hidden[start] = 0
    shown[start] = -(at + 1)
    return { ...event, reason: isSame ? table.reasonTexts.at(first) : null }
  })
  return { shown: shown.filter((_row, place) => hidden[place] === 0), events, newest }
}

export function ungrouped(rows: Uint32Array): Grouped {
  return { shown: new Int32Array(rows), events: [], newest: [] }
}

function findEvents(table: EntryTable, rows: Uint32Array): Found[] {
  const { domains, dates } = table.columns
  const count = table.domainNames.count
  const totals = new Uint32Array(count)
  for (let place = 0; place < rows.length; place++) totals[domains[rows[place]!]!]!++
  const hours: Hours = {
    starts: new Uint32Array(count),
    ends: new Uint32Array(count),
    counts: new Uint32Array(count),
  }
  const found: Found[] = []
  const span = rows.length === 0 ? 0 : (dates[rows[0]!]! - dates[rows.at(-1)!]!) / secondsPerHour
  const close = (code: number): void => {
    const inHour = hours.counts[code]!
    if (inHour < fewest || inHour * Math.max(1, span) < timesUsual * (totals[code]! - inHour)) return
    const [start, end] = [hours.starts[code]!, hours.ends[code]!]
    const event = {
      domain: table.domainNames.at(code),
      count: inHour,
      first: dates[rows[end]!]!,
      last: dates[rows[start]!]!,
    }
    found.push({ event, start, end, code })
  }
  const noDomain = table.domainNames.find('') ?? -1
  for (let place = 0; place < rows.length; place++) {
    const code = domains[rows[place]!]!
    const date = dates[rows[place]!]!
    // An entry without a date or domain belongs to no hour.
    if (totals[code]! < fewest || date === 0 || code === noDomain) continue
    if (hours.counts[code] === 0 || dates[rows[hours.starts[code]!]!]! - date > secondsPerHour) {
      close(code)
      hours.starts[code] = place
      hours.counts[code] = 0
    }
    hours.counts[code]!++
    hours.ends[code] = place
  }
  for (let code = 0; code < count; code++) if (hours.counts[code]! > 0) close(code)
  return found
}
