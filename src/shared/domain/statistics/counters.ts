import type { Counters } from '../../contract/statistics.ts'

export function noCounters(): Counters {
  return { messages: 0, states: {}, open: 0, click: 0, opened: 0, clicked: 0 }
}

export function sumOf(all: readonly Counters[]): Counters {
  const sum = noCounters()
  for (const counters of all) addCounters(sum, counters)
  return sum
}

export function addCounters(sum: Counters, { messages, open, click, opened, clicked, states }: Counters): void {
  sum.messages += messages
  sum.open += open
  sum.click += click
  sum.opened += opened
  sum.clicked += clicked
  for (const state in states) sum.states[state] = (sum.states[state] ?? 0) + states[state]!
}

/**
 * Subtracts the counters of the parts from those of the whole. No count falls below zero, even if the counters
 * contradict each other.
 */
export function restOf(whole: Counters, parts: readonly Counters[]): Counters {
  const sum = sumOf(parts)
  const left = (all: number, part: number) => Math.max(0, all - part)
  const states = Object.entries(whole.states).map(([state, all]) => [state, left(all, sum.states[state] ?? 0)] as const)
  return {
    messages: left(whole.messages, sum.messages),
    states: Object.fromEntries(states.filter(([, count]) => count > 0)),
    open: left(whole.open, sum.open),
    click: left(whole.click, sum.click),
    opened: left(whole.opened, sum.opened),
    clicked: left(whole.clicked, sum.clicked),
  }
}

/** States in which the service accepted a message but did not send it. */
export const notSentStates: readonly string[] = ['rejected', 'filtered', 'error']

/** Returns the number of messages in any of these states. */
export function inStates({ states }: Pick<Counters, 'states'>, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (states[name] ?? 0), 0)
}
