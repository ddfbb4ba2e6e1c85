import { type DateQuery, type LastQuery } from './ast.ts'
import { dayNumber } from '../base/calendar.ts'
import { secondsPerHour, secondsPerMinute } from '../base/durations.ts'
import { wallTimeAt, zoneOffset, type WallTime } from '../base/zone-offset.ts'

/** The time and zone in which a query is interpreted: a day begins at midnight where the reader is. */
export type ReadingContext = {
  /** Epoch milliseconds. */
  now: number
  /** IANA name: `UTC`, `Europe/Paris`. */
  zone: string
}

/** Seconds since the epoch; the span includes `from` but not `to`. */
export type Span = { from: number; to: number }

const openSpan: Span = { from: -Infinity, to: Infinity }

const written = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2}))?)?)?$/

type DateUnit = keyof WallTime

function readWallTime(text: string): { start: WallTime; unit: DateUnit } | null {
  const match = written.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute] = match.slice(1).map((part) => (part === undefined ? null : Number(part)))
  const start = { year: year!, month: month ?? 1, day: day ?? 1, hour: hour ?? 0, minute: minute ?? 0 }
  const isReal = start.year >= 1000 && !Number.isNaN(dayNumber(start.year, start.month, start.day))
  if (!isReal || start.hour > 23 || start.minute > 59) return null
  return { start, unit: hour != null ? 'minute' : day != null ? 'day' : month != null ? 'month' : 'year' }
}

export function isDate(text: string): boolean {
  return text === 'today' || text === 'yesterday' || readWallTime(text) !== null
}

/** Returns a date’s span, which is an entire year, month, day or minute in the reader’s zone. */
export function dateSpan(text: string, context: ReadingContext): Span {
  if (text === 'today' || text === 'yesterday') {
    const today = wallTimeAt(Math.floor(context.now / 1000), context.zone)
    const start = { ...today, day: today.day - (text === 'yesterday' ? 1 : 0), hour: 0, minute: 0 }
    return spanOf(start, 'day', context.zone)
  }
  const read = readWallTime(text)
  return read === null ? openSpan : spanOf(read.start, read.unit, context.zone)
}

export function spanOfTerm(term: DateQuery | LastQuery, context: ReadingContext): Span {
  if (term.kind === 'last') return { from: lastStart(term, context), to: Infinity }
  const span = dateSpan(term.date, context)
  if (term.field === 'after') return { from: span.from, to: Infinity }
  return term.field === 'before' ? { from: -Infinity, to: span.from } : span
}

const seconds = { m: secondsPerMinute, h: secondsPerHour } as const

/**
 * Minutes and hours are counted back from now. Larger units are full days and end with today, as in calendars and
 * dashboards: the last 7 days are today and the six days before.
 */
function lastStart({ amount, unit }: LastQuery, { now, zone }: ReadingContext): number {
  const second = Math.floor(now / 1000)
  if (unit === 'm' || unit === 'h') return second - amount * seconds[unit]
  const today = { ...wallTimeAt(second, zone), hour: 0, minute: 0 }
  const before = unit === 'd' || unit === 'w' ? daysBefore(today, amount, unit) : monthsBefore(today, amount, unit)
  return secondOf({ ...before, day: before.day + 1 }, zone)
}

function daysBefore(today: WallTime, amount: number, unit: 'd' | 'w'): WallTime {
  return { ...today, day: today.day - amount * (unit === 'w' ? 7 : 1) }
}

/** Returns the same day in an earlier month. If that month is shorter, returns its last day. */
function monthsBefore(today: WallTime, amount: number, unit: 'mo' | 'y'): WallTime {
  const months = today.year * 12 + today.month - 1 - amount * (unit === 'y' ? 12 : 1)
  const year = Math.floor(months / 12)
  const month = (((months % 12) + 12) % 12) + 1
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { year, month, day: Math.min(today.day, lastDay), hour: 0, minute: 0 }
}

function spanOf(start: WallTime, unit: DateUnit, zone: string): Span {
  return { from: secondOf(start, zone), to: secondOf({ ...start, [unit]: start[unit] + 1 }, zone) }
}

/** Returns the reader’s day that contains a second. A bar in a histogram covers one such day. */
export function daySpan(second: number, zone: string): Span {
  return spanOf({ ...wallTimeAt(second, zone), hour: 0, minute: 0 }, 'day', zone)
}

/** Overflowing parts (day 32, month 13) roll over. Within the gap of a clock change, the later moment is used. */
function secondOf(wall: WallTime, zone: string): number {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute) / 1000
  if (zone === 'UTC') return asUtc
  const guess = asUtc - zoneOffset(asUtc, zone)
  const offset = zoneOffset(guess, zone)
  const second = asUtc - offset
  // Within a gap, neither `second` nor `guess` has this wall time. In zones west of UTC, `guess` is the later one.
  return zoneOffset(second, zone) === offset ? second : Math.max(second, guess)
}

/**
 * Converts a day in a common notation (10.11.2026, 11/10/26, 2026/11/10) to the query’s notation. Returns null if it is
 * not a day.
 */
export function writtenDate(text: string, dayFirst: boolean): string | null {
  const yearFirst = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text)
  if (yearFirst) return dayOf(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)
  const parts = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)
  if (!parts) return null
  const [, first, sign, second, written] = parts as unknown as [string, string, string, string, string]
  const year = written.length === 2 ? `20${written}` : written
  // Dates with dots always begin with the day.
  const isDayFirst = sign === '.' || dayFirst
  const usual = isDayFirst ? dayOf(year, second, first) : dayOf(year, first, second)
  return usual ?? (isDayFirst ? dayOf(year, first, second) : dayOf(year, second, first))
}

function dayOf(year: string, month: string, day: string): string | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(written) ? written : null
}
