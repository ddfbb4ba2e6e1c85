import { dayText, localDay, type ZoneClock } from '#shared/domain/base/zone-clock.ts'

/**
 * Returns a function that returns the month of a given second, such as `2026-11`. Rows are read in order of time, so
 * the next second is nearly always on the same day.
 */
export function monthsIn(clock: ZoneClock): (second: number) => string {
  let last = NaN
  let month = ''
  return (second) => {
    const day = localDay(second, clock.spanAt(second).offset)
    if (day !== last) month = dayText((last = day)).slice(0, -3)
    return month
  }
}
