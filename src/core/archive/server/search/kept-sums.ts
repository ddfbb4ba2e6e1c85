import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { localDay, type ZoneClock } from '#shared/domain/base/zone-clock.ts'
import { valueKinds } from '../../common/value-kinds.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { quartersPerDay, rowsPerQuarter, secondsPerQuarter } from '../record/quarters.ts'

type Given = { readonly database: ServerDatabase; readonly signal: AbortSignal | undefined }

/** The number of all messages, added up from the counts of their states. */
export async function countAll({ database, signal }: Given): Promise<number> {
  const counted = await database.first(
    sql`SELECT coalesce(sum(messages), 0) AS count FROM value WHERE kind = ${valueKinds.state}`,
    signal,
  )
  return Number(counted!.count)
}

/** Locates a position in the order of all messages. */
export type RowPlace = {
  /** The first row of the quarter of an hour that contains the position, and the first row after that quarter. */
  readonly first: number
  readonly stop: number
  /** How many messages in the quarter precede the position. */
  readonly before: number
}

/**
 * Finds the position from the sums of days and of one day’s quarters, without reading any earlier message. Returns null
 * if there are fewer messages.
 */
export async function rowPlaceOf(
  offset: number,
  descending: boolean,
  { database, signal }: Given,
): Promise<RowPlace | null> {
  const direction = descending ? sql`DESC` : sql`ASC`
  const days = await database.query(
    sql`SELECT day AS part, sum(rollup.messages) AS messages FROM rollup JOIN value ON value.id = rollup.value
      WHERE kind = ${valueKinds.state} GROUP BY 1 ORDER BY 1 ${direction}`,
    signal,
  )
  const inDay = partOf(days, offset)
  if (inDay === null) return null
  const firstQuarter = inDay.part * quartersPerDay
  const quarters = await database.query(
    sql`SELECT quarter AS part, sum(messages) AS messages FROM quarter
      WHERE quarter >= ${firstQuarter}::int AND quarter < ${firstQuarter + quartersPerDay}::int
      GROUP BY 1 ORDER BY 1 ${direction}`,
    signal,
  )
  const inQuarter = partOf(quarters, inDay.before)
  if (inQuarter === null) return null
  const first = inQuarter.part * rowsPerQuarter
  return { first, stop: first + rowsPerQuarter, before: inQuarter.before }
}

type Part = { readonly part: number; readonly before: number }

function partOf(parts: readonly Record<string, unknown>[], offset: number): Part | null {
  let before = offset
  for (const { part, messages } of parts) {
    if (before < Number(messages)) return { part: Number(part), before }
    before -= Number(messages)
  }
  return null
}

export type KeptDay = { readonly day: number; readonly state: string; readonly messages: number }

/**
 * Counts all messages by state and by day in a zone. Takes the counts of UTC days and corrects them by the quarters
 * that fall on a different day in the zone. Returns null if days in the zone begin within a quarter of an hour, as in a
 * few places before 1972.
 */
export async function daysIn(clock: ZoneClock, { database, signal }: Given): Promise<KeptDay[] | null> {
  const days = await database.query(
    sql`SELECT day, value.name AS state, sum(rollup.messages) AS messages FROM rollup JOIN value ON value.id = rollup.value
      WHERE kind = ${valueKinds.state} GROUP BY 1, 2`,
    signal,
  )
  const found = days.map((row) => keptDay(Number(row.day), row))
  const offsets = offsetsOn(new Set(found.map(({ day }) => day)), clock)
  if (offsets === null) return null
  const ahead = quartersPerDay - Math.max(0, ...offsets) / secondsPerQuarter
  const behind = -Math.min(0, ...offsets) / secondsPerQuarter
  if (ahead === quartersPerDay && behind === 0) return found
  const moved = await database.query(
    sql`SELECT quarter, value.name AS state, quarter.messages FROM quarter JOIN value ON value.id = quarter.state
      WHERE quarter % ${quartersPerDay} >= ${ahead}::int OR quarter % ${quartersPerDay} < ${behind}::int`,
    signal,
  )
  for (const row of moved) {
    const second = Number(row.quarter) * secondsPerQuarter
    const [from, to] = [localDay(second, 0), localDay(second, clock.spanAt(second).offset)]
    if (from === to) continue
    const { state, messages } = keptDay(to, row)
    found.push({ day: from, state, messages: -messages }, { day: to, state, messages })
  }
  return found
}

/**
 * The zone’s offsets in seconds on these days; two on a day when the clocks change. Null if a change or an offset is
 * not a multiple of a quarter of an hour.
 */
function offsetsOn(days: ReadonlySet<number>, clock: ZoneClock): number[] | null {
  const offsets = new Set<number>()
  for (const day of days) {
    for (const second of [day * secondsPerDay, (day + 1) * secondsPerDay - 1]) {
      const { from, to, offset } = clock.spanAt(second)
      if ([from, to, offset].some((each) => each % secondsPerQuarter !== 0)) return null
      offsets.add(offset)
    }
  }
  return [...offsets]
}

function keptDay(day: number, { state, messages }: Record<string, unknown>): KeptDay {
  return { day, state: String(state), messages: Number(messages) }
}
