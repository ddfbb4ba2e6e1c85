import type { DifferenceReason } from '../../../contract/statistics.ts'
import { missingPeriods, type Horizon, type Period } from '../../archive/horizon.ts'
import { secondsPerDay } from '../../base/durations.ts'
import { differing, type ComparedCounter, type ComparedName } from './compared-counts.ts'

/** Facts about the archive and the period that can explain a difference between service and archive. */
export type Circumstances = {
  /** The counted period, in seconds, both ends included. */
  readonly period: Period
  readonly horizon: Horizon
  /** The second from which on the archive should be complete; null if unknown. */
  readonly startsAt: number | null
  /** Whether people were erased from the archive. */
  readonly hasErased: boolean
  /** Seconds since the epoch. */
  readonly now: number
}

type Difference = (name: ComparedName) => number

const settled = ['delivered', 'softbounced', 'hardbounced'] as const
const states = [...settled, 'notSent'] as const
const events = ['open', 'click', 'opener', 'clicker'] as const

/** Finds the likely reasons why a line in the comparison differs, most likely first. Empty if the counts are equal. */
export function reasonsOf(counters: readonly ComparedCounter[], circumstances: Circumstances): DifferenceReason[] {
  if (differing(counters).length === 0) return []
  const more: Difference = (name) => surplus(counters, name)
  if (more('messages') < 0) return ['kept']
  if (more('messages') > 0) return reasonsOfMissing(counters, circumstances)
  const reasons = reasonsOfEvents(counters, more)
  return isToday(circumstances) ? reasons.map((reason) => (reason === 'late' ? 'unfinished' : reason)) : reasons
}

/**
 * Returns by how much the service’s count is larger. Negative if it is smaller, and zero if the service does not report
 * the counter.
 */
function surplus(counters: readonly ComparedCounter[], name: ComparedName): number {
  const counter = counters.find((other) => other.name === name)
  return counter && counter.theirs !== null ? counter.theirs - counter.ours : 0
}

function isToday({ period, now }: Circumstances): boolean {
  return period.to >= now && period.to - period.from < secondsPerDay
}

const repairable: ReadonlySet<DifferenceReason> = new Set(['unread', 'late', 'unexplained'])

/**
 * Whether reading the days again may remove the difference. A day that is not over doesn’t count, because the next sync
 * reads it anyway.
 */
export function isRepairable(reasons: readonly DifferenceReason[]): boolean {
  return reasons.some((reason) => repairable.has(reason))
}

function reasonsOfMissing(counters: readonly ComparedCounter[], circumstances: Circumstances): DifferenceReason[] {
  const { before, unread, unfinished } = unreadParts(circumstances)
  const reasons: DifferenceReason[] = []
  if (before) reasons.push('before-archive')
  if (unread.length > 0) reasons.push('unread')
  if (unfinished) reasons.push('unfinished')
  if (reasons.length > 0) return reasons
  if (!circumstances.hasErased) return ['unexplained']
  const left = withoutErased(counters)
  const others = differing(left).length === 0 ? [] : reasonsOfEvents(left, (name) => surplus(left, name))
  return ['erased', ...others]
}

/**
 * Subtracts from the counters the differences that missing messages can explain. Each missing message counts no more
 * than once in each state, but may have been opened and clicked any number of times.
 */
function withoutErased(counters: readonly ComparedCounter[]): ComparedCounter[] {
  const missing = surplus(counters, 'messages')
  return counters.map((counter) => {
    const { name, ours, theirs } = counter
    if (theirs === null || theirs <= ours) return counter
    return { ...counter, theirs: name === 'open' || name === 'click' ? ours : Math.max(ours, theirs - missing) }
  })
}

/** Returns the reasons for a line’s difference that concern a particular counter. */
export function reasonsOfCounter(
  name: ComparedName,
  counters: readonly ComparedCounter[],
  reasons: readonly DifferenceReason[],
): readonly DifferenceReason[] {
  const isErased = reasons.includes('erased')
  const left = isErased ? withoutErased(counters) : counters
  if (isErased && (name === 'messages' || surplus(left, name) === 0)) return ['erased']
  const fitting = reasons.filter((reason) => fits(reason, name, surplus(left, name), reasons))
  return fitting.length > 0 ? fitting : reasons
}

function fits(reason: DifferenceReason, name: ComparedName, more: number, all: readonly DifferenceReason[]): boolean {
  const isEvent = events.some((event) => event === name)
  if (reason === 'erased') return false
  if (reason === 'people') return more < 0 && isEvent
  if (reason === 'last-state') return !isEvent
  if (reason === 'late') return isEvent ? more > 0 : !all.includes('last-state')
  return true
}

type UnreadParts = {
  /** Whether the period begins before the archive does. */
  before: boolean
  unread: Period[]
  /** Whether only the rest of today is missing at the end. */
  unfinished: boolean
}

/** Returns the parts of a period that the archive has not read. Parts that lie in the future are left out. */
export function unreadParts({ period, horizon, startsAt, now }: Omit<Circumstances, 'hasErased'>): UnreadParts {
  const { completeFrom, completeUntil } = horizon
  const start = startsAt ?? completeFrom ?? period.from
  const wanted = { from: Math.max(period.from, start), to: Math.min(period.to, now) }
  const read =
    completeFrom === null || completeUntil === null
      ? []
      : missingPeriods(horizon.gaps, { from: completeFrom, to: completeUntil })
  const today = now - (now % secondsPerDay)
  const missing = wanted.from > wanted.to ? [] : missingPeriods(read, wanted)
  return {
    before: period.from < start,
    // The end of today is missing because it has not happened yet, not because it was not read.
    unread: missing.filter(({ from }) => completeUntil === null || completeUntil < today || from < completeUntil),
    unfinished: period.to >= now && completeUntil !== null && completeUntil >= today,
  }
}

/** Returns the reasons for a difference if both sides have the same number of messages. */
function reasonsOfEvents(counters: readonly ComparedCounter[], more: Difference): DifferenceReason[] {
  if (more('open') < 0 || more('click') < 0) return ['unexplained']
  const statesDiffer = states.some((name) => more(name) !== 0)
  const endsDiffer = more('unsubscribed') !== 0 || more('complaint') !== 0
  const isLastState = (statesDiffer && hasSeveralStates(counters, more)) || (endsDiffer && hasTwoEnds(counters, more))
  const reasons: DifferenceReason[] = []
  const hasMore = events.some((name) => more(name) > 0)
  if (hasMore || ((statesDiffer || endsDiffer) && !isLastState)) reasons.push('late')
  if (more('opener') < 0 || more('clicker') < 0) reasons.push('people')
  if (isLastState) reasons.push('last-state')
  return reasons
}

/** Whether the service has more states than there are messages, which shows that it counts earlier states as well. */
function hasSeveralStates(counters: readonly ComparedCounter[], more: Difference): boolean {
  const of = (name: ComparedName) => counters.find((counter) => counter.name === name)
  if (settled.some((name) => typeof of(name)?.theirs !== 'number')) return false
  const differences = settled.map(more)
  const gained = differences.reduce((sum, difference) => sum + Math.max(0, difference), 0)
  const lost = differences.reduce((sum, difference) => sum + Math.max(0, -difference), 0)
  const ours = (name: ComparedName) => of(name)?.ours ?? 0
  const underWay = states.reduce((sum, name) => sum - ours(name), ours('messages'))
  return gained > lost + underWay
}

/**
 * Whether the difference can be explained by recipients who both unsubscribed and complained. The archive counts them
 * once, for the later of the two events, and the service counts them twice.
 */
function hasTwoEnds(counters: readonly ComparedCounter[], more: Difference): boolean {
  const ours = (name: ComparedName) => counters.find((counter) => counter.name === name)?.ours ?? 0
  const within = (name: ComparedName, other: ComparedName) => more(name) >= 0 && more(name) <= ours(other)
  return within('unsubscribed', 'complaint') && within('complaint', 'unsubscribed')
}

/**
 * Whether the service seems to count opens and clicks on the day on which they happened, instead of on the day of the
 * message. In that case, some days have more of them and others fewer, but the sums are equal.
 */
export function countsOnEventDay(lines: readonly (readonly ComparedCounter[])[]): boolean {
  const differences = (name: ComparedName) => lines.map((line) => surplus(line, name))
  if (differences('messages').some((difference) => difference !== 0)) return false
  const moved = (['open', 'click'] as const).map(differences).filter((all) => all.some((each) => each !== 0))
  return (
    moved.length > 0 &&
    moved.every((all) => all.some((each) => each < 0) && all.reduce((sum, each) => sum + each, 0) === 0)
  )
}
