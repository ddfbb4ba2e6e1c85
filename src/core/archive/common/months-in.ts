import { dayText, localDay, type ZoneClock } from '#shared/domain/base/zone-clock.ts'

/**
 * Returns a function that determines the month of a second, such as `2026-11`. Rows are read in order of time, so the
 * next second is nearly always on the same day.
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
