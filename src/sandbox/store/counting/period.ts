import { secondsPerDay } from '#shared/domain/base/durations.ts'
import type { Database } from '../database/database.ts'
import { firstDayOfMonth, firstIdOf, monthOfDay, secondOf } from './id-time.ts'
import type { Filter } from '../types/message-types.ts'

/**
 * In epoch seconds. Both ends are included. If the period ends after the last message, its end is moved to the end of
 * its last day, so that no partial day has to be counted.
 */
export type Period = {
  from: number
  to: number
}

/** The part of a period that is counted from a single table. Segments with sign -1 are subtracted. */
export type Segment = {
  span: 'month' | 'day' | 'raw'
  /** Both ends included: months, days, or seconds. */
  from: number
  to: number
  sign: 1 | -1
}

/** Returns null if the period cannot contain a message. */
export function periodOf(database: Database, filter: Filter): Period | null {
  const ends = database.arrays('SELECT (SELECT min(id) FROM messages), (SELECT max(id) FROM messages)').get()
  const [min, max] = ends as unknown as [number | null, number | null]
  if (min === null || max === null) return null
  const first = Math.floor(secondOf(min) / secondsPerDay) * secondsPerDay
  const last = Math.floor(secondOf(max) / secondsPerDay) * secondsPerDay + secondsPerDay - 1
  const from = filter.dateBegin == null ? first : Math.floor(filter.dateBegin / 1000)
  const to = filter.dateEnd == null ? last : Math.floor(filter.dateEnd / 1000)
  if (from > to || from > secondOf(max) || to < secondOf(min)) return null
  return { from: from <= secondOf(min) ? first : from, to: to >= secondOf(max) ? last : to }
}

export const idsOf = (from: number, to: number): [number, number] => [firstIdOf(from), firstIdOf(to + 1) - 1]

/**
 * Covers [from, to] with complete blocks of a coarse unit and passes the remaining ends to the finer unit. If an end
 * fills more than half a block, the complete block is counted and the rest is subtracted, so that no more than half a
 * block is read at the finer unit.
 */
function cover(
  from: number,
  to: number,
  block: { of(at: number): number; start(block: number): number },
  whole: (from: number, to: number, sign: 1 | -1) => void,
  rest: (from: number, to: number, sign: 1 | -1) => void,
  sign: 1 | -1,
): void {
  const first = block.of(from)
  const last = block.of(to)
  const partial = (at: number, low: number, high: number) => {
    const start = block.start(at)
    const end = block.start(at + 1) - 1
    if ((high - low + 1) * 2 <= end - start + 1) return rest(low, high, sign)
    whole(at, at, sign)
    const opposite = sign === 1 ? -1 : 1
    if (low > start) rest(start, low - 1, opposite)
    if (high < end) rest(high + 1, end, opposite)
  }
  const cutFirst = from > block.start(first)
  const cutLast = to < block.start(last + 1) - 1
  if (first === last && (cutFirst || cutLast)) return partial(first, from, to)
  if (cutFirst) partial(first, from, block.start(first + 1) - 1)
  const wholeFrom = cutFirst ? first + 1 : first
  const wholeTo = cutLast ? last - 1 : last
  if (wholeFrom <= wholeTo) whole(wholeFrom, wholeTo, sign)
  if (cutLast) partial(last, block.start(last), to)
}

const days = { of: (second: number) => Math.floor(second / secondsPerDay), start: (day: number) => day * secondsPerDay }
const months = { of: monthOfDay, start: firstDayOfMonth }

export function segmentsOf(period: Period, withMonths: boolean): Segment[] {
  const segments: Segment[] = []
  const push = (span: Segment['span']) => (from: number, to: number, sign: 1 | -1) => {
    segments.push({ span, from, to, sign })
  }
  const byDay = (from: number, to: number, sign: 1 | -1) => {
    if (withMonths) cover(from, to, months, push('month'), push('day'), sign)
    else push('day')(from, to, sign)
  }
  cover(period.from, period.to, days, byDay, push('raw'), 1)
  return segments
}
