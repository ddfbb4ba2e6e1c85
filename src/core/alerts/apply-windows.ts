import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AlertEvent, AlertRule } from '#shared/contract/alerts.ts'
import { mostAlertEvents } from '#shared/contract/base/alerts-limits.ts'
import { changesOf, isNoVerdict, isUnread, type AlertChange, type JudgedWindow } from '#shared/domain/alerts/judge.ts'
import { messagesBehind } from '#shared/domain/alerts/rule-search.ts'
import { newState, type KeptAlerts, type RuleState } from './alert-file.ts'

type Evaluation = {
  readonly rule: AlertRule
  readonly windows: readonly JudgedWindow[]
  /** The bucket that ends the first window. */
  readonly since: number
  readonly domains: readonly string[] | null
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * Applies a rule’s windows to the alerts. Returns the alerts (the same object if nothing changed) and the triggered
 * events.
 */
export function applyWindows(
  kept: KeptAlerts,
  { rule, windows, since, domains, now }: Evaluation,
): { next: KeptAlerts; fired: AlertEvent[] } {
  const state = kept.states[rule.id] ?? newState
  let events = [...kept.events]
  let firing = state.firing
  let added = 0
  for (const { kind, judged } of newsOf(state, windows)) {
    if (kind === 'ended') {
      const ended = { ended: judged, endedAt: now, endedBy: 'calm' as const }
      events = events.map((event) => (event.id === firing ? { ...event, ...ended } : event))
      firing = null
      continue
    }
    const event: AlertEvent = {
      id: randomUUID(),
      rule,
      fired: judged,
      firedAt: now,
      ended: null,
      endedAt: null,
      endedBy: null,
      messages: messagesBehind(rule, domains),
    }
    firing = event.id
    events.unshift(event)
    added++
  }
  const nextState = { ...state, firing, ...progress(state, windows, since) }
  // An alert is triggered or ends only when its state changes.
  if (isDeepStrictEqual(nextState, kept.states[rule.id])) return { next: kept, fired: [] }
  events = events.slice(0, mostAlertEvents)
  const fired = events.slice(0, added)
  return { next: { ...kept, events, states: { ...kept.states, [rule.id]: nextState } }, fired }
}

/** A new rule reports only an alert that is still ongoing. An alert that is already over needs no notification. */
function newsOf({ firing, lastBucket }: RuleState, windows: readonly JudgedWindow[]): AlertChange[] {
  const changes = changesOf(firing !== null, windows)
  if (lastBucket !== null) return changes
  return changes.slice(-1).filter(({ kind }) => kind === 'fired')
}

/** The newest windows are judged again once all of their messages have been read. */
function progress(state: RuleState, windows: readonly JudgedWindow[], since: number): Omit<RuleState, 'firing'> {
  const complete = windows.findLastIndex(({ verdict }) => !isUnread(verdict))
  const newest = windows.at(-1)?.verdict
  // If nothing has been read yet, a new rule begins with the newest window.
  const unread = state.lastBucket ?? since + Math.max(0, windows.length - 1)
  return {
    lastBucket: complete >= 0 ? since + complete : unread,
    last: windows.findLast(({ verdict }) => !isNoVerdict(verdict))?.judged ?? state.last,
    notJudged: newest !== undefined && isNoVerdict(newest) ? newest : null,
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

/** Everything in a rule that its verdicts depend on. A new name is no reason to judge again. */
export function judgingOf({ zone, search, condition, isOn }: AlertRule): string {
  return JSON.stringify([zone, search, condition, isOn])
}
