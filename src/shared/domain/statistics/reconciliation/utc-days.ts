import type { Period } from '../../../contract/archive.ts'
import { secondsPerDay } from '../../base/durations.ts'

/** The seconds of a UTC day such as `2026-11-22`. */
export function dayPeriod(day: string): Period {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000
  return { from, to: from + secondsPerDay - 1 }
}

/** From the first second of one day to the last of the other. */
export function daysPeriod({ from, to }: { readonly from: string; readonly to: string }): Period {
  return { from: dayPeriod(from).from, to: dayPeriod(to).to }
}
