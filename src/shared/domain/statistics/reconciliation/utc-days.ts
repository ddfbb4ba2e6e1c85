import type { Period } from '../../../contract/archive.ts'
import { secondsPerDay } from '../../base/durations.ts'

export function dayPeriod(day: string): Period {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000
  return { from, to: from + secondsPerDay - 1 }
}

/** Returns the period from the first second of the first day to the last second of the last day. */
export function daysPeriod({ from, to }: { readonly from: string; readonly to: string }): Period {
  return { from: dayPeriod(from).from, to: dayPeriod(to).to }
}
