import type { MessageEvent } from '#shared/contract/messages.ts'
import { doubts, type Doubt } from '#shared/domain/messages/machine-opens.ts'
import type { StoredMessage } from '#shared/domain/messages/record.ts'

export type TimelineEntry =
  | { kind: 'state'; state: string; date: number; reason: string | null }
  | { kind: 'event'; event: MessageEvent; date: number | null; doubt: Doubt | null }

type States = Pick<StoredMessage, 'createdDate' | 'lastStateDate' | 'lastState' | 'reason'>

/** Everything known about a message, oldest first. Events without a date come last. */
export function timeline(message: States, events: readonly MessageEvent[]): TimelineEntry[] {
  const marks = doubts(events, message)
  const entries: TimelineEntry[] = [
    { kind: 'state', state: 'requested', date: message.createdDate, reason: null },
    ...events.map((event, index): TimelineEntry => ({
      kind: 'event',
      event,
      date: event.date,
      doubt: marks[index] ?? null,
    })),
  ]
  if (message.lastState !== 'requested') {
    const { lastState: state, lastStateDate: date, reason = null } = message
    entries.push({ kind: 'state', state, date, reason })
  }
  const moment = (entry: TimelineEntry) => entry.date ?? Infinity
  // At the same moment, a state precedes the events it made possible; the first state precedes everything.
  const rank = (entry: TimelineEntry) => (entry === entries[0] ? 0 : entry.kind === 'state' ? 1 : 2)
  return entries.toSorted((a, b) => compare(moment(a), moment(b)) || rank(a) - rank(b))
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns the number of opens and clicks that the service counted without giving details. */
export function withoutDetails(message: Pick<StoredMessage, 'open' | 'click'>, events: readonly MessageEvent[]) {
  const detailed = (kind: MessageEvent['kind']) => events.filter((event) => event.kind === kind).length
  return { opens: Math.max(0, message.open - detailed('open')), clicks: Math.max(0, message.click - detailed('click')) }
}
