import { addDays, dayCount, dayNumbers, type DateRange } from '#shared/domain/base/days.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'

export { addDays, dayCount, type DateRange }

export const presets = [
  { id: 'today', label: 'Today' },
  { id: 'yesterday', label: 'Yesterday' },
  { id: 'since-friday', label: 'Since Friday' },
  { id: 'last-7-days', label: 'Last 7 days' },
  { id: 'last-30-days', label: 'Last 30 days' },
  { id: 'last-90-days', label: 'Last 90 days' },
  { id: 'this-month', label: 'This month' },
  { id: 'last-month', label: 'Last month' },
] as const

export type PresetId = (typeof presets)[number]['id']

/** Returns the calendar day in a zone: at 00:30 in Paris, it is still the previous day in New York. */
export function todayIn(zone: string, now: Date): string {
  return dayIn(zone, now.getTime())
}

export function presetRange(id: PresetId, today: string): DateRange {
  const [year, month] = dayNumbers(today)
  const monthStart = (offset: number) => new Date(Date.UTC(year, month - 1 + offset, 1)).toISOString().slice(0, 10)
  switch (id) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'since-friday':
      return { from: addDays(today, -((weekdayOf(today) + 2) % 7)), to: today }
    case 'last-7-days':
      return { from: addDays(today, -6), to: today }
    case 'last-30-days':
      return { from: addDays(today, -29), to: today }
    case 'last-90-days':
      return { from: addDays(today, -89), to: today }
    case 'this-month':
      return { from: monthStart(0), to: today }
    case 'last-month':
      return { from: monthStart(-1), to: addDays(monthStart(0), -1) }
  }
}

/**
 * Returns the first preset that matches exactly this range today. “Since Friday” is last: on a Friday it equals today
 * and on a Thursday the last 7 days, but tomorrow those presets cover different days.
 */
export function matchingPreset(range: DateRange, today: string): PresetId | undefined {
  const matching = presets.filter(({ id }) => {
    const preset = presetRange(id, today)
    return preset.from === range.from && preset.to === range.to
  })
  return (matching.find(({ id }) => id !== 'since-friday') ?? matching[0])?.id
}

/** Returns the day of the week as a number; 0 for Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Returns a sentence if the range can’t be used. */
export function rangeProblem(range: DateRange, min?: string, max?: string): string | undefined {
  if (!isDate(range.from) || !isDate(range.to)) return 'Choose a start and end date.'
  if (range.from > range.to) return 'The start date is after the end date. Change one of them.'
  if (min !== undefined && range.from < min) return `Choose a start date on or after ${min}.`
  if (max !== undefined && range.to > max) return `Choose an end date on or before ${max}.`
  return undefined
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && addDays(text, 0) === text
}
