import { addDays, todayIn } from '../../../lib/ui/dates/date-presets.ts'
import { wallTime, type WallTime } from '../../../lib/ui/dates/zoned-time.ts'

const hour = 3_600_000

/** Times that people often choose for a later send. */
export function timePresets(zone: string, now: number): { readonly label: string; readonly time: WallTime }[] {
  const today = todayIn(zone, new Date(now))
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const nextFullHour = Math.ceil((now + hour / 2) / hour) * hour
  const monday = { label: 'Monday, 9:00', time: { date: addDays(today, (8 - weekday) % 7 || 7), time: '09:00' } }
  return [
    { label: 'In about an hour', time: wallTime(zone, nextFullHour) },
    { label: 'Tomorrow, 9:00', time: { date: addDays(today, 1), time: '09:00' } },
    // On Sundays it is tomorrow.
    ...(weekday === 0 ? [] : [monday]),
  ]
}
