import { addDays, todayIn } from '../../../lib/ui/dates/date-presets.ts'
import { wallTime, type WallTime } from '../../../lib/ui/dates/zoned-time.ts'

const hour = 3_600_000

const morning = '09:00'

type Clock = (time: string) => string

export function timePresets(
  zone: string,
  now: number,
  clock: Clock,
): { readonly label: string; readonly time: WallTime }[] {
  const today = todayIn(zone, new Date(now))
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const nextFullHour = Math.ceil((now + hour / 2) / hour) * hour
  const at = clock(morning)
  const monday = { label: `Monday, ${at}`, time: { date: addDays(today, (8 - weekday) % 7 || 7), time: morning } }
  return [
    { label: 'In about an hour', time: wallTime(zone, nextFullHour) },
    { label: `Tomorrow, ${at}`, time: { date: addDays(today, 1), time: morning } },
    // On a Sunday, Monday is tomorrow, which is already offered.
    ...(weekday === 0 ? [] : [monday]),
  ]
}
