import type { Counters, DayCounters } from '#shared/contract/statistics.ts'
import { addDays } from '#shared/domain/base/days.ts'
import type { NumberFormat } from '#shared/domain/base/plural.ts'
import { statesOf } from '#shared/domain/query/states.ts'
import { inStates, noCounters, sumOf } from '#shared/domain/statistics/counters.ts'
import { deliveredOf, figures } from '#shared/domain/statistics/figures.ts'

/**
 * The number of days before today that the figures require, for yesterday and the same weekday in the four weeks before
 * it.
 */
export const daysBefore = 29

type MorningFigure = {
  readonly label: string
  /** Whether a much higher value than usual is bad news. */
  readonly isBad: boolean
  /** The search term that, combined with the period, matches exactly the counted messages. */
  readonly term: string
  readonly sinceYesterday: number
  readonly today: number
  readonly yesterday: number
  /** The figure for the day before yesterday; null if that day hasn’t been read. */
  readonly dayBefore: number | null
  /** The average for yesterday’s weekday in the four weeks before; null while no such day is known. */
  readonly usual: number | null
}

export type Morning = {
  readonly today: string
  readonly yesterday: string
  /** The search condition for exactly today and yesterday. A message dated in the future belongs to neither. */
  readonly period: string
  readonly weekday: string
  readonly figures: readonly MorningFigure[]
}

export const failedTerm = 'state:failed'

/** `bounced` if the counters lack the other failure states, so that one word never has two meanings. */
type Failures = 'failed' | 'bounced'

const termOf = (wanted: string) => figures.find(({ id }) => id === wanted)!.term

type Read = { label: string; term: string; read: (counters: Counters) => number; isFinal: boolean; isBad?: boolean }

const failureFigures: Readonly<Record<Failures, Read>> = {
  failed: { label: 'Failed', term: failedTerm, read: readStates('failed'), isFinal: true, isBad: true },
  bounced: { label: 'Bounced', term: 'state:bounced', read: readStates('bounced'), isFinal: true, isBad: true },
}

/** A figure that isn’t final keeps growing for days, so it can’t be compared with earlier days. */
const figuresWith = (failures: Failures): readonly Read[] => [
  { label: 'Sent', term: '', read: ({ messages }) => messages, isFinal: true },
  { label: 'Delivered', term: termOf('delivered'), read: deliveredOf, isFinal: true },
  failureFigures[failures],
  { label: 'Opened', term: termOf('opened'), read: ({ opened }) => opened, isFinal: false },
]

function readStates(name: Failures): (counters: Counters) => number {
  const states = statesOf(name)
  return (counters) => inStates(counters, states)
}

const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** Returns the same weekday as yesterday in each of the four weeks before. */
function usualDays(yesterday: string): string[] {
  return [1, 2, 3, 4].map((week) => addDays(yesterday, -7 * week))
}

/** Days whose counters are shown or averaged. */
export function comparedDays(today: string): string[] {
  const yesterday = addDays(today, -1)
  return [today, yesterday, addDays(today, -2), ...usualDays(yesterday)]
}

type Reading = {
  readonly isRead?: (day: string) => boolean
  readonly failures?: Failures
}

/**
 * Returns the messages sent since midnight yesterday, compared with the day before and the usual weekday. `days` omits
 * days without messages; `isRead` distinguishes them from days that haven’t been read.
 */
export function readMorning(
  days: readonly DayCounters[],
  today: string,
  { isRead = () => true, failures = 'failed' }: Reading = {},
): Morning {
  const yesterday = addDays(today, -1)
  const dayBefore = addDays(today, -2)
  const byDay = new Map(days.map((day) => [day.day, day]))
  const on = (day: string): Counters => byDay.get(day) ?? noCounters()
  const first = days.reduce((least, { day }) => (day < least ? day : least), today)
  const weeks = usualDays(yesterday).filter((day) => day >= first && isRead(day))
  const since = sumOf([on(yesterday), on(today)])
  return {
    today,
    yesterday,
    period: `after:${yesterday} before:${addDays(today, 1)}`,
    weekday: weekdays.format(new Date(yesterday)),
    figures: figuresWith(failures).map(({ label, term, read, isFinal, isBad = false }) => ({
      label,
      term,
      isBad,
      sinceYesterday: read(since),
      today: read(on(today)),
      yesterday: read(on(yesterday)),
      dayBefore: isFinal && isRead(dayBefore) ? read(on(dayBefore)) : null,
      usual: isFinal && weeks.length > 0 ? weeks.reduce((sum, day) => sum + read(on(day)), 0) / weeks.length : null,
    })),
  }
}

/**
 * Whether a figure is far above its usual value. Small numbers are ignored because they vary anyway. A number too high for
 * a full day is also too high for part of one.
 */
export function isUnusual({ today, yesterday, usual }: Pick<MorningFigure, 'today' | 'yesterday' | 'usual'>): boolean {
  const most = Math.max(today, yesterday)
  return usual !== null && most > usual * 1.5 && most - usual >= 5
}

/** An average below one half must not be rounded to zero. */
export function usualText(usual: number, formats: NumberFormat): string {
  return usual > 0 && usual < 0.5 ? 'fewer than 1' : formats.number(Math.round(usual))
}

/**
 * Returns the items whose names are not among the given ones. Uses a set, because both lists may have thousands of
 * items.
 */
export function notNamed<Item extends { readonly name: string }>(
  items: readonly Item[],
  names: readonly string[],
): Item[] {
  const known = new Set(names)
  return items.filter(({ name }) => !known.has(name))
}
