import type { AlertEvent, AlertRule, Judged } from '#shared/contract/alerts.ts'
import { tryDays, tryHours } from '#shared/contract/base/alerts-limits.ts'
import { shapeOf } from '#shared/domain/alerts/buckets.ts'
import { changesOf, isUnread, type JudgedWindow } from '#shared/domain/alerts/judge.ts'
import type { RuleState } from './alert-file.ts'
import { judgingOf, triedBuckets } from './judge-rule.ts'

/** Windows that follow each other. `since` is the bucket that ends the first one. */
export type WindowRun = { readonly windows: readonly JudgedWindow[]; readonly since: number }

/** How many buckets back a window may still be judged. */
const furthestOf = ({ condition }: AlertRule): number => (shapeOf(condition).unit === 'day' ? tryDays : tryHours)

/** Returns the bucket from which a rule is judged. `isComplete` returns whether a window has been read. */
export function firstToJudge(
  rule: AlertRule,
  { lastBucket, missed }: RuleState,
  newest: number,
  isComplete: (bucket: number) => boolean,
): number {
  // A new rule is judged on the past, as in its trial: an alert that was triggered there and isn’t over continues.
  if (lastBucket === null) return newest - triedBuckets(rule) + 1
  // After a reset, the archive may be behind what has already been judged, so judging continues at its newest bucket.
  if (lastBucket > newest) return newest
  const reach = newest - furthestOf(rule)
  return missed.find((bucket) => bucket >= reach && isComplete(bucket)) ?? Math.max(lastBucket, reach)
}

/** Returns the buckets that still end an unjudged window after a run, oldest first. `last` is the last one judged. */
export function stillMissed(rule: AlertRule, state: RuleState, { windows, since }: WindowRun, last: number): number[] {
  const newest = since + windows.length - 1
  // A new rule does not report the time before it. After a reset, the buckets are those of other messages.
  if (state.lastBucket === null || state.lastBucket > newest) return []
  const passed = Array.from({ length: last - state.lastBucket }, (_, at) => state.lastBucket! + at)
  return [...state.missed, ...passed].filter((bucket) => {
    const window = windows[bucket - since]
    return bucket >= newest - furthestOf(rule) && (window === undefined || isUnread(window.verdict))
  })
}

type Late = WindowRun & {
  readonly state: RuleState
  readonly events: readonly AlertEvent[]
  readonly rule: AlertRule
  readonly eventOf: (judged: Judged) => AlertEvent
  /** Epoch milliseconds. */
  readonly now: number
}

type Corrected = { readonly events: AlertEvent[]; readonly firing: string | null; readonly added: AlertEvent[] }

/**
 * Judges missed windows that the archive is complete for by now, and corrects the history as if they had been judged in
 * their turn. Windows that were judged keep the verdict that they had then.
 */
export function withLateWindows({ windows, since, state, events: before, rule, eventOf, now }: Late): Corrected {
  const { lastBucket, missed, firing } = state
  const newest = since + windows.length - 1
  let events = [...before]
  const added: AlertEvent[] = []
  if (lastBucket === null || lastBucket > newest || !missed.some((bucket) => isJudged(windows[bucket - since])))
    return { events, firing, added }
  const ofRule = events.filter((event) => event.rule.id === rule.id && judgingOf(event.rule) === judgingOf(rule))
  const past = ofRule.filter((event) => event.id === firing || event.endedBy === 'calm')
  const lived = windows.slice(0, lastBucket - since + 1)
  const isMissed = (at: number): boolean => missed.includes(since + at)
  /** Whether an alert fired or ended there, as it may on complaints in a day that was not read to its end. */
  const isKnown = ({ judged: { from } }: JudgedWindow): boolean =>
    past.some(({ fired, ended }) => fired.from === from || ended?.from === from)
  let current = past.find((event) => isOngoing(event, windows[0]!.judged.from - 1))?.id ?? null
  const judged = lived.flatMap((window, at) => (isMissed(at) && !isKnown(window) ? [] : asJudged(window, past)))
  const wasFiring =
    (changesOf(current !== null, judged).at(-1)?.kind ?? (current === null ? 'ended' : 'fired')) === 'fired'
  // An incomplete history, which lacks the oldest events or has one that was not stored in full, can’t be corrected.
  if (wasFiring !== (firing !== null)) return { events, firing, added }
  const known = lived.flatMap((window, at) => (isMissed(at) ? [window] : asJudged(window, past)))
  const changes = changesOf(current !== null, known)
  for (const [at, { kind, judged }] of changes.entries()) {
    if (kind === 'ended') {
      events = events.map((event) => (event.id === current ? withEnd(event, judged, now) : event))
      current = null
      continue
    }
    const end = changes[at + 1]?.judged.from ?? Infinity
    const isSame = ({ fired: { from } }: AlertEvent): boolean =>
      from >= judged.from && (from === judged.from || from < end)
    const same =
      past.find((event) => event.id === firing && isSame(event)) ??
      past.findLast(isSame) ??
      // If the last attempt to store the state failed, the event is in the history without being the one that fires.
      ofRule.find(({ fired, ended, endedBy }) => ended === null && endedBy === null && fired.from === judged.from)
    // If an alert that fired later had begun here, the two are one alert.
    if (same) events = events.map((event) => (event.id === same.id ? withStart(event, judged) : event))
    else added.push(eventOf(judged))
    current = (same ?? added.at(-1)!).id
    if (!same) events.unshift(added.at(-1)!)
  }
  return { events, firing: current, added }
}

const isJudged = (window: JudgedWindow | undefined): boolean => window !== undefined && !isUnread(window.verdict)

/** Whether an alert continued after the window that begins in a second. Windows of a rule differ in where they begin. */
function isOngoing({ fired, ended }: AlertEvent, from: number): boolean {
  return fired.from <= from && (ended === null || ended.from > from)
}

/** A window as the history tells that it was judged, although messages that came later may have changed its value. */
function asJudged({ judged, verdict }: JudgedWindow, past: readonly AlertEvent[]): JudgedWindow[] {
  const fires: JudgedWindow = { judged, verdict: 'fires' }
  const calm: JudgedWindow = { judged, verdict: 'calm' }
  const wasFiring = past.some((event) => isOngoing(event, judged.from - 1))
  const isFiring = past.some((event) => isOngoing(event, judged.from))
  if (wasFiring !== isFiring) return isFiring ? [fires] : [calm]
  // The newest window is judged again, so it may have caused both changes.
  if (past.some(({ fired }) => fired.from === judged.from)) return wasFiring ? [calm, fires] : [fires, calm]
  return [verdict === (isFiring ? 'calm' : 'fires') ? { judged, verdict: 'between' } : { judged, verdict }]
}

function withEnd(event: AlertEvent, judged: Judged, now: number): AlertEvent {
  if (event.ended?.from === judged.from) return event
  return { ...event, ended: judged, endedAt: event.endedAt ?? now, endedBy: 'calm' }
}

function withStart(event: AlertEvent, judged: Judged): AlertEvent {
  return event.fired.from === judged.from ? event : { ...event, fired: judged }
}
