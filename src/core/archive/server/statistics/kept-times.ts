import { secondsPerDay, secondsPerHour } from '#shared/domain/base/durations.ts'
import { hoursPerWeek, type ZoneClock } from '#shared/domain/base/zone-clock.ts'
import type { RunSql, ServerRow } from '../connection/server-database.ts'
import { sql, type Sql } from '../connection/sql.ts'
import { quartersPerDay, rowsPerQuarter, secondsPerQuarter } from '../record/quarters.ts'
import type { ArchiveState } from '../search/archive-state.ts'
import type { RowBorders } from '../search/bound.ts'
import type { MonthRows } from '../search/month-groups.ts'
import { bothHalves, isDivided, type Searched } from '../search/both-halves.ts'
import { keptColumns, lineOfRow, type CountedLine } from './counted-line.ts'
import type { WholePeriod } from './whole-period.ts'

const rowsPerDay = rowsPerQuarter * quartersPerDay
const quartersPerHour = secondsPerHour / secondsPerQuarter
const quartersPerWeek = 7 * quartersPerDay
/** 1 January 1970 was a Thursday. */
const daysSinceMonday = 3

export type KeptTimes = {
  /** Local days, counted from 1 January 1970, with a line for each state. */
  readonly days: readonly { readonly day: number; readonly line: CountedLine }[]
  /** `hour`: from Monday, 0:00 (0) to Sunday, 23:00 (167). */
  readonly hours: readonly { readonly hour: number; readonly messages: number; readonly opened: number }[]
}

/** Quarters from `first` up to but not including `stop`, during which the zone is ahead of UTC by `ahead` quarters. */
type Shift = { readonly first: number; readonly stop: number; readonly ahead: number }

export type SearchedTimes = Searched & { readonly state: ArchiveState }

/** Counts of a whole period, and the state of the archive in which they were counted. */
export type CountedTimes = { readonly changed: number; readonly times: KeptTimes }

/**
 * Adds up the stored counts by day and by hour of the week in a zone. The server does this, because a year has about
 * eighty thousand counts. Returns null if hours in the zone begin within a quarter of an hour, as in a few places
 * before 1972.
 */
export async function keptTimes(clock: ZoneClock, period: WholePeriod, run: RunSql): Promise<KeptTimes | null> {
  const shifts = shiftsOf(await daysIn(period, run), clock)
  return shifts && timesOf(await run(sumsOf(shifts, period)))
}

/**
 * Like `keptTimes`, but each of the two connections adds up one half of the period. Also returns null for a small archive,
 * and if a sync changes the archive at the same time.
 */
export async function keptTimesAtOnce(
  clock: ZoneClock,
  period: WholePeriod,
  { database, state, signal }: SearchedTimes,
): Promise<CountedTimes | null> {
  const months = state.months.filter(
    ({ first, stop }) => first < period.stop * rowsPerQuarter && stop > period.first * rowsPerQuarter,
  )
  const divided = { ...state, months }
  if (!isDivided(divided)) return null
  const days = await daysOf(months, period, (statement) => database.query(statement, signal))
  const shifts = shiftsOf(days, clock)
  if (shifts === null) return null
  const { changed, rows } = await bothHalves({ database, state: divided, signal }, (half) =>
    sumsOf(shifts, partOf(period, half)),
  )
  // The months were read before the sums.
  return changed === state.changed ? { changed, times: timesOf(rows) } : null
}

/**
 * The days in UTC that may have messages, oldest first. Only the months before 2000 and after 2100 are so long that their
 * days are looked up.
 */
async function daysOf(months: readonly MonthRows[], period: WholePeriod, run: RunSql): Promise<number[]> {
  const days: number[] = []
  for (const { first, stop } of months) {
    if (stop - first > 31 * rowsPerDay) days.push(...(await daysIn(partOf(period, { first, stop }), run)))
    else for (let day = first / rowsPerDay; day < stop / rowsPerDay; day++) days.push(day)
  }
  return days
}

function partOf(period: WholePeriod, { first, stop }: RowBorders): WholePeriod {
  // The last month ends with the last row, which is within a quarter.
  const end = Math.ceil(stop / rowsPerQuarter)
  return { first: Math.max(period.first, first / rowsPerQuarter), stop: Math.min(period.stop, end) }
}

function sumsOf(shifts: readonly Shift[], period: WholePeriod): Sql {
  const firsts = shifts.map(({ first }) => Math.max(first, period.first))
  const stops = shifts.map(({ stop }) => Math.min(stop, period.stop))
  const ahead = shifts.map((shift) => shift.ahead)
  // A week is added, because integer division rounds towards zero and a local time can be before 1970.
  return sql`
    SELECT sums.*, value.name AS state FROM (
      SELECT local / ${quartersPerDay} - 7 AS day,
        (local / ${quartersPerHour} + ${daysSinceMonday * 24}) % ${hoursPerWeek} AS hour, kept.state AS id, ${keptColumns}
      FROM unnest(${firsts}::int[], ${stops}::int[], ${ahead}::int[]) AS shift(first, stop, ahead)
      CROSS JOIN LATERAL (
        SELECT quarter + ahead + ${quartersPerWeek} AS local, state, messages, open, click, opened, clicked FROM quarter
        WHERE quarter >= shift.first AND quarter < shift.stop
      ) AS kept
      GROUP BY GROUPING SETS ((day, id), (hour))
    ) AS sums LEFT JOIN value ON value.id = sums.id`
}

function timesOf(rows: readonly ServerRow[]): KeptTimes {
  return {
    days: rows.filter(({ day }) => day !== null).map((row) => ({ day: Number(row.day), line: lineOfRow(row) })),
    hours: rows
      .filter(({ hour }) => hour !== null)
      .map(({ hour, messages, opened }) => ({
        hour: Number(hour),
        messages: Number(messages),
        opened: Number(opened),
      })),
  }
}

/** The days in UTC that have messages, oldest first. Each is found by the index, without reading the day’s counts. */
async function daysIn({ first, stop }: WholePeriod, run: RunSql): Promise<number[]> {
  const after = (quarter: ReturnType<typeof sql>) => sql`
    SELECT min(quarter) / ${quartersPerDay} FROM quarter WHERE quarter >= ${quarter} AND quarter < ${stop}::int`
  const rows = await run(sql`
    WITH RECURSIVE found(day) AS (
      (${after(sql`${first}::int`)})
      UNION ALL SELECT (${after(sql`(day + 1) * ${quartersPerDay}`)}) FROM found WHERE day IS NOT NULL
    ) SELECT day FROM found WHERE day IS NOT NULL`)
  return rows.map(({ day }) => Number(day))
}

function shiftsOf(days: readonly number[], clock: ZoneClock): Shift[] | null {
  const shifts: Shift[] = []
  for (const day of days) {
    // A day on which the clocks change has two spans.
    for (const second of [day * secondsPerDay, (day + 1) * secondsPerDay - 1]) {
      const { from, to, offset } = clock.spanAt(second)
      const [first, stop, ahead] = [from / secondsPerQuarter, to / secondsPerQuarter, offset / secondsPerQuarter]
      if (![first, stop, ahead].every(Number.isInteger)) return null
      const last = shifts.at(-1)
      if (last?.ahead === ahead) shifts.splice(-1, 1, { first: last.first, stop, ahead })
      else shifts.push({ first, stop, ahead })
    }
  }
  return shifts
}
