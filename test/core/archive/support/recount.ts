import type { Counters } from '#shared/contract/statistics.ts'
import { metaPairs } from '#shared/domain/messages/matches.ts'
import { recipientDomain, type Message } from '#shared/domain/messages/record.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'

/** The values of one message, folded as the search compares them; a missing value is empty. */
export const valuesOf = {
  from: ({ from }: Message) => [cut(from)],
  key: ({ apiKey }: Message) => [fold(apiKey)],
  tag: ({ tags }: Message) => distinct(tags.map(cut)),
  domain: ({ email }: Message) => [fold(recipientDomain(email))],
  meta: (key: string) => (message: Message) =>
    distinct(metaPairs(message).flatMap((pair) => (pair.key === fold(key) ? [metaCut(key, pair.value)] : []))),
} as const

function cut(text: string): string {
  return fold(text).slice(0, 128).toWellFormed()
}

function metaCut(key: string, value: string): string {
  return `${fold(key)}=${fold(value)}`
    .slice(0, 128)
    .toWellFormed()
    .slice(key.length + 1)
}

function distinct(values: readonly string[]): string[] {
  return values.length === 0 ? [''] : [...new Set(values)]
}

/** The counters of every value, computed from the records alone. */
export function recount(
  records: readonly Message[],
  values: (message: Message) => readonly string[],
): Record<string, Counters> {
  const found: Record<string, Counters> = {}
  for (const record of records) {
    for (const value of values(record)) {
      const counters = (found[value] ??= noCounters())
      counters.messages += 1
      counters.states[record.lastState] = (counters.states[record.lastState] ?? 0) + 1
      counters.open += record.open
      counters.click += record.click
      if (record.open > 0) counters.opened += 1
      if (record.click > 0) counters.clicked += 1
    }
  }
  return found
}
