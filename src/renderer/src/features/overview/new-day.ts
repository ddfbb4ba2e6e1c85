import { dayIn } from '#shared/domain/base/zone-day.ts'

const minute = 60_000

/**
 * Calls `act` once a day has begun in the zone. A timer for midnight would be late on a computer that slept, so the day is
 * checked every minute. Returns a function that stops this.
 */
export function onNewDay(zone: string, act: () => void): () => void {
  let day = dayIn(zone, Date.now())
  const timer = setInterval(() => {
    const today = dayIn(zone, Date.now())
    if (today === day) return
    day = today
    act()
  }, minute)
  return () => clearInterval(timer)
}
