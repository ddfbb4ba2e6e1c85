import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AlertEvent, AlertRule, Judged } from '#shared/contract/alerts.ts'
import { mostAlertEvents } from '#shared/contract/base/alerts-limits.ts'
import { changesOf, isNoVerdict, isUnread, type AlertChange, type JudgedWindow } from '#shared/domain/alerts/judge.ts'
import { messagesBehind } from '#shared/domain/alerts/rule-search.ts'
import { newState, type KeptAlerts, type RuleState } from './alert-file.ts'
import { judgingOf } from './judge-rule.ts'
import { stillMissed, withLateWindows, type WindowRun } from './late-windows.ts'

type Evaluation = WindowRun & {
  readonly rule: AlertRule
  readonly domains: readonly string[] | null
  /** Epoch milliseconds. */
  readonly now: number
}

type Applied = {
  readonly next: KeptAlerts
  /** The added events of which the user is notified. */
  readonly fired: AlertEvent[]
  readonly added: AlertEvent[]
}

/**
 * Applies a rule’s windows to the alerts. Returns the alerts (the same object if nothing changed) and the events, newest
 * first. An alert found late is notified only if it continues and no other alert of the rule was ongoing.
 */
export function applyWindows(kept: KeptAlerts, { rule, windows, since, domains, now }: Evaluation): Applied {
  const state = kept.states[rule.id] ?? newState
  const eventOf = (judged: Judged): AlertEvent => ({
    id: randomUUID(),
    rule,
    fired: judged,
    firedAt: now,
    ended: null,
    endedAt: null,
    endedBy: null,
    messages: messagesBehind(rule, domains),
  })
  const late = withLateWindows({ windows, since, state, events: kept.events, rule, eventOf, now })
  let { events, firing } = late
  const told: string[] = []
  for (const { kind, judged } of newsOf({ ...state, firing }, windows.slice(firstNew(state, { windows, since })))) {
    if (kind === 'ended') {
      const ended = { ended: judged, endedAt: now, endedBy: 'calm' as const }
      events = events.map((event) => (event.id === firing ? { ...event, ...ended } : event))
      firing = null
      continue
    }
    const event = eventOf(judged)
    firing = event.id
    events.unshift(event)
    told.push(event.id)
  }
  const nextState = { ...state, firing, ...progress(rule, state, { windows, since }) }
  // An alert is triggered or ends only when its state changes.
  if (isDeepStrictEqual(nextState, kept.states[rule.id])) return { next: kept, fired: [], added: [] }
  const found = late.added.map(({ id }) => id)
  // The event may be in the history already if the last attempt to store the state failed.
  if (firing !== null && state.firing === null && firing === late.firing) told.push(firing)
  events = events.slice(0, mostAlertEvents)
  const fired = events.filter(({ id }) => told.includes(id))
  const added = events.filter(({ id }) => told.includes(id) || found.includes(id))
  return { next: { ...kept, events, states: { ...kept.states, [rule.id]: nextState } }, fired, added }
}

/** The place of the first window that is not judged late. */
function firstNew({ lastBucket }: RuleState, { windows, since }: WindowRun): number {
  return lastBucket === null || lastBucket >= since + windows.length ? 0 : Math.max(0, lastBucket - since)
}

/** A new rule reports only an alert that is still ongoing. An alert that is already over needs no notification. */
function newsOf({ firing, lastBucket }: RuleState, windows: readonly JudgedWindow[]): AlertChange[] {
  const changes = changesOf(firing !== null, windows)
  if (lastBucket !== null) return changes
  return changes.slice(-1).filter(({ kind }) => kind === 'fired')
}

/** The newest windows are judged again once all of their messages have been read. */
function progress(rule: AlertRule, state: RuleState, run: WindowRun): Omit<RuleState, 'firing'> {
  const { windows, since } = run
  const start = firstNew(state, run)
  const complete = windows.findLastIndex(({ verdict }, at) => at >= start && !isUnread(verdict))
  const newest = windows.at(-1)?.verdict
  // If nothing has been read yet, a new rule begins with the newest window.
  const unread = state.lastBucket ?? since + Math.max(0, windows.length - 1)
  const lastBucket = complete >= 0 ? since + complete : unread
  const last = windows.findLast(({ verdict }) => !isNoVerdict(verdict))?.judged
  // A window judged late does not replace a newer one that was judged.
  const isOlder = start > 0 && last !== undefined && state.last !== null && last.from < state.last.from
  return {
    lastBucket,
    last: isOlder ? state.last : (last ?? state.last),
    notJudged: newest !== undefined && isNoVerdict(newest) ? newest : null,
    missed: stillMissed(rule, state, run, lastBucket),
  }
}

/**
 * Returns the alerts after the user has changed the rules. If a rule was removed, was switched off or is now judged
 * differently, its alert is over.
 */
export function withRules(kept: KeptAlerts, rules: readonly AlertRule[], now: number): KeptAlerts {
  const states: Record<string, RuleState> = {}
  let { events } = kept
  for (const before of kept.rules) {
    const state = kept.states[before.id]
    const after = rules.find(({ id }) => id === before.id)
    const endedBy =
      after === undefined ? 'removed' : !after.isOn ? 'off' : judgingOf(before) === judgingOf(after) ? null : 'changed'
    if (endedBy === null && state) states[before.id] = state
    if (endedBy === null || !state?.firing) continue
    events = events.map((event) => (event.id === state.firing ? { ...event, endedAt: now, endedBy } : event))
  }
  return { ...kept, rules: [...rules], states, events }
}
