import { dayText, localDay, type ZoneClock } from '#shared/domain/base/zone-clock.ts'

/** The month of a second, such as `2026-11`. Rows are in the order of time, so the next is nearly always from the same day. */
export function monthsIn(clock: ZoneClock): (second: number) => string {
  let last = NaN
  let month = ''
  return (second) => {
    const day = localDay(second, clock.spanAt(second).offset)
    if (day !== last) month = dayText((last = day)).slice(0, -3)
    return month
  }
}
