import type { HistogramAnswer } from '#shared/domain/messages/search.ts'
import { dayText, ZoneClock } from '#shared/domain/base/zone-clock.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { dateSpan } from '#shared/domain/query/period.ts'
import { groupedStates } from '#shared/domain/query/states.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import type { Decided } from '../search/found-messages.ts'
import { daysIn, type KeptDay } from '../search/kept-sums.ts'
import { MatchScan } from './match-scan.ts'
import { timeSums } from './time-sums.ts'

type Bar = HistogramAnswer['bars'][number]
type Given = { readonly database: ServerDatabase; readonly signal: AbortSignal | undefined }

/** A search’s matches by day in the reader’s zone, and how many of them failed or are waiting. */
export async function dayBarsOf(found: Decided, zone: string, given: Given): Promise<Bar[]> {
  const days = (found.sure === 'all' ? await keptDays(zone, given) : null) ?? (await daysOf(found, zone, given))
  const bars = new Map<string, Bar>()
  for (const { day, state, messages } of days) {
    let bar = bars.get(day)
    if (!bar) bars.set(day, (bar = { day: dateSpan(day, { now: 0, zone }).from, count: 0, failed: 0, waiting: 0 }))
    bar.count += messages
    const name = fold(state)
    if (groupedStates.failed.includes(name)) bar.failed += messages
    else if (groupedStates.pending.includes(name)) bar.waiting += messages
  }
  return [...bars.values()].filter(({ count }) => count > 0).sort((a, b) => a.day - b.day)
}

type DayLine = Omit<KeptDay, 'day'> & { readonly day: string }

async function keptDays(zone: string, given: Given): Promise<DayLine[] | null> {
  const days = await daysIn(new ZoneClock(zone), given)
  return days?.map(({ day, ...line }) => ({ day: dayText(day), ...line })) ?? null
}

async function daysOf(found: Decided, zone: string, { database, signal }: Given): Promise<DayLine[]> {
  const sums = await database.snapshot((run) => timeSums(zone, null, new MatchScan(found, run)), signal)
  return sums
    .days()
    .flatMap(({ day, states }) => Object.entries(states).map(([state, messages]) => ({ day, state, messages })))
}
