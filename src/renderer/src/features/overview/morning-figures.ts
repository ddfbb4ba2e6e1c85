import type { Counters, DayCounters } from '#shared/contract/statistics.ts'
import { addDays } from '#shared/domain/base/days.ts'
import { statesOf } from '#shared/domain/query/states.ts'
import { inStates, noCounters, sumOf } from '#shared/domain/statistics/counters.ts'
import { deliveredOf, figures } from '#shared/domain/statistics/figures.ts'

/** Days before today that the figures need: yesterday, and the same weekday of four weeks before it. */
export const daysBefore = 29

type MorningFigure = {
  readonly label: string
  /** What a search for exactly the counted messages adds to the period. */
  readonly term: string
  readonly sinceYesterday: number
  readonly today: number
  readonly yesterday: number
  readonly dayBefore: number
  /** The average of yesterday's weekday in the four weeks before; null while no such day is known. */
  readonly usual: number | null
}

export type Morning = {
  readonly yesterday: string
  /** The weekday of yesterday. */
  readonly weekday: string
  readonly figures: readonly MorningFigure[]
}

export const failedTerm = 'state:failed'

const termOf = (wanted: string) => figures.find(({ id }) => id === wanted)!.term

const counted: readonly { label: string; term: string; read: (counters: Counters) => number }[] = [
  { label: 'Sent', term: '', read: ({ messages }) => messages },
  { label: 'Delivered', term: termOf('delivered'), read: deliveredOf },
  { label: 'Failed', term: failedTerm, read: failedOf },
  { label: 'Opened', term: termOf('opened'), read: ({ opened }) => opened },
]

function failedOf(counters: Pick<Counters, 'states'>): number {
  return inStates(counters, statesOf('failed'))
}

const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** What happened since yesterday's midnight, beside the day before and the usual weekday. Days without messages are left out of `days`. */
export function readMorning(days: readonly DayCounters[], today: string): Morning {
  const yesterday = addDays(today, -1)
  const byDay = new Map(days.map((day) => [day.day, day]))
  const on = (day: string): Counters => byDay.get(day) ?? noCounters()
  const first = days.reduce((least, { day }) => (day < least ? day : least), today)
  const weeks = [1, 2, 3, 4].map((week) => addDays(yesterday, -7 * week)).filter((day) => day >= first)
  const since = sumOf(days.filter(({ day }) => day >= yesterday))
  return {
    yesterday,
    weekday: weekdays.format(new Date(yesterday)),
    figures: counted.map(({ label, term, read }) => ({
      label,
      term,
      sinceYesterday: read(since),
      today: read(on(today)),
      yesterday: read(on(yesterday)),
      dayBefore: read(on(addDays(yesterday, -1))),
      usual: weeks.length === 0 ? null : Math.round(weeks.reduce((sum, day) => sum + read(on(day)), 0) / weeks.length),
    })),
  }
}

/** Far more than usual: small numbers vary by themselves. */
export function isUnusual({ yesterday, usual }: Pick<MorningFigure, 'yesterday' | 'usual'>): boolean {
  return usual !== null && yesterday > usual * 1.5 && yesterday - usual >= 5
}
