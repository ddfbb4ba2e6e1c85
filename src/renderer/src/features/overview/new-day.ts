import { dayIn } from '#shared/domain/base/zone-day.ts'

const minute = 60_000

/**
 * Calls `act` when a day has begun in the zone. The day is checked every minute, because a timer set for midnight would be
 * late on a computer that was asleep. Returns a function that stops the checks.
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
