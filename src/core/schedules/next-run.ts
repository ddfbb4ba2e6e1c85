import type { Timing } from '#shared/contract/base/timing.ts'
import { addDays, dayNumbers } from '#shared/domain/base/days.ts'
import { msPerMinute, secondsPerDay } from '#shared/domain/base/durations.ts'
import { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'
import { readCron } from './cron.ts'

/** The first moment after the given one that matches the timing, in milliseconds. */
export function nextRun(timing: Timing, zone: string, after: number): number {
  return runsOf(timing, zone)(after)
}

export function nextRuns(
  timing: Timing,
  { zone, after, count }: { readonly zone: string; readonly after: number; readonly count: number },
): number[] {
  const next = runsOf(timing, zone)
  const runs: number[] = []
  while (runs.length < count) runs.push(next(runs.at(-1) ?? after))
  return runs
}

/** Like `nextRun`, but returns a function for many moments. Throws if a cron pattern is invalid or never matches. */
export function runsOf(timing: Timing, zone: string): (after: number) => number {
  const clock = new ZoneClock(zone)
  if (timing.every === 'cron') return readCron(timing.cron, zone)
  if (timing.every === 'hour') return (after) => nextInHour(Number(timing.time.slice(3)), clock, after)
  return (after) => nextOnDay(timing, zone, clock, after)
}

/** Every hour that passes has one run, including an hour that the clocks show twice. */
function nextInHour(minute: number, clock: ZoneClock, after: number): number {
  let from = Math.floor(after / msPerMinute) + 1
  for (;;) {
    const span = clock.spanAt(from * 60)
    const shown = from + span.offset / 60
    const next = from + ((((minute - shown) % 60) + 60) % 60)
    if (next * 60 < span.to) return next * msPerMinute
    from = span.to / 60
  }
}

function nextOnDay(timing: Timing, zone: string, clock: ZoneClock, after: number): number {
  const today = dayIn(zone, after)
  // The longest wait is from the end of one month to the end of the next.
  for (let ahead = 0; ahead <= 62; ahead++) {
    const day = addDays(today, ahead)
    if (!isDue(timing, day)) continue
    const at = momentOf(day, timing.time, clock) * 1000
    if (at > after) return at
  }
  throw new Error('A timing has a day in every two months.')
}

/**
 * For a time skipped by the clocks in spring, returns the moment after the gap; for a time that occurs twice, the first
 * moment.
 */
function momentOf(day: string, time: string, clock: ZoneClock): number {
  const asUtc = Date.parse(`${day}T${time}Z`) / 1000
  const before = clock.spanAt(asUtc - secondsPerDay).offset
  const after = clock.spanAt(asUtc + secondsPerDay).offset
  for (const offset of [before, after]) {
    if (clock.spanAt(asUtc - offset).offset === offset) return asUtc - offset
  }
  return clock.spanAt(asUtc - before).from
}

function isDue({ every, weekday, monthDay }: Timing, day: string): boolean {
  if (every === 'day') return true
  const [year, month, date] = dayNumbers(day)
  if (every === 'week') return (new Date(Date.UTC(year, month - 1, date)).getUTCDay() || 7) === weekday
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return date === Math.min(monthDay, last)
}
