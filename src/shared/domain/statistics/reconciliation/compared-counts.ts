import type { ComparedCounts, Counters } from '../../../contract/statistics.ts'
import { inStates, notSentStates } from '../counters.ts'
import { deliveredOf } from '../figures.ts'

export const comparedNames = [
  'messages',
  'delivered',
  'softbounced',
  'hardbounced',
  'notSent',
  'open',
  'click',
  'opener',
  'clicker',
  'unsubscribed',
  'complaint',
] as const
export type ComparedName = (typeof comparedNames)[number]

const comparedLabels: Readonly<Record<ComparedName, string>> = {
  messages: 'Messages',
  delivered: 'Delivered',
  softbounced: 'Soft bounced',
  hardbounced: 'Hard bounced',
  notSent: 'Not sent',
  open: 'Opens',
  click: 'Clicks',
  opener: 'Messages opened',
  clicker: 'Messages clicked',
  unsubscribed: 'Unsubscribed',
  complaint: 'Complaints',
}

/** A counter in the archive (`ours`) and in the service (`theirs`, null if the service does not report the counter). */
export type ComparedCounter = {
  readonly name: ComparedName
  readonly label: string
  readonly ours: number
  readonly theirs: number | null
}

/** Null or undefined if the other side does not report the counter. */
type Others = Readonly<Partial<Record<ComparedName, number | null>>>

export function sideBySide(ours: ComparedCounts, theirs: Others | undefined): ComparedCounter[] {
  return comparedNames.map((name) => ({
    name,
    label: comparedLabels[name],
    ours: ours[name],
    theirs: theirs?.[name] ?? null,
  }))
}

export function differing(counters: readonly ComparedCounter[]): ComparedCounter[] {
  return counters.filter(({ ours, theirs }) => theirs !== null && theirs !== ours)
}

/** Converts the archive’s counters to the form used for the comparison. */
export function comparedOf(counters: Counters): ComparedCounts {
  return {
    messages: counters.messages,
    delivered: deliveredOf(counters),
    softbounced: inStates(counters, ['softbounced']),
    hardbounced: inStates(counters, ['hardbounced']),
    notSent: inStates(counters, notSentStates),
    open: counters.open,
    click: counters.click,
    opener: counters.opened,
    clicker: counters.clicked,
    unsubscribed: inStates(counters, ['unsubscribed']),
    complaint: inStates(counters, ['complaint']),
  }
}
