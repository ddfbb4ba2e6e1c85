import type { Counters } from '../../contract/statistics.ts'

export function noCounters(): Counters {
  return { messages: 0, states: {}, open: 0, click: 0, opened: 0, clicked: 0 }
}

export function sumOf(all: readonly Counters[]): Counters {
  const sum = noCounters()
  for (const { messages, open, click, opened, clicked, states } of all) {
    sum.messages += messages
    sum.open += open
    sum.click += click
    sum.opened += opened
    sum.clicked += clicked
    for (const [state, count] of Object.entries(states)) sum.states[state] = (sum.states[state] ?? 0) + count
  }
  return sum
}
