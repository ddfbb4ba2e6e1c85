import type { Counters } from '../../contract/statistics.ts'
import { inStates, notSentStates } from './counters.ts'
import { deliveredOf } from './figures.ts'

/** The outcomes of a day’s messages, in the order of a bar’s parts from the bottom up. */
export const outcomes = [
  { label: 'Delivered', color: '--state-delivered', of: deliveredOf },
  { label: 'Soft bounced', color: '--state-softbounced', of: ofStates(['softbounced']) },
  { label: 'Hard bounced', color: '--state-hardbounced', of: ofStates(['hardbounced']) },
  { label: 'Not sent', color: '--state-rejected', of: ofStates(notSentStates) },
] as const

/** Messages in progress or in a state known only to the service. */
export const other = { label: 'Pending', color: '--state-unknown' } as const

function ofStates(names: readonly string[]): (day: Pick<Counters, 'states'>) => number {
  return (day) => inStates(day, names)
}

export function partsOf(day: Counters): number[] {
  const parts = outcomes.map(({ of }) => of(day))
  return [...parts, Math.max(0, day.messages - parts.reduce((sum, part) => sum + part, 0))]
}

/** Describes a bar’s parts in words: "500 delivered, 12 soft bounced". Parts without messages are left out. */
export function partsText(
  parts: readonly number[],
  labels: readonly string[],
  number: (count: number) => string,
): string {
  return parts.flatMap((count, at) => (count > 0 ? [`${number(count)} ${labels[at]!.toLowerCase()}`] : [])).join(', ')
}

/**
 * If there were more bars, each would be too narrow to see. A bar therefore covers several consecutive days if
 * necessary.
 */
const mostBars = 120

/** Groups consecutive days, one group per bar. */
export function joined<Value>(days: readonly Value[]): Value[][] {
  const width = Math.max(1, Math.ceil(days.length / mostBars))
  const groups: Value[][] = []
  for (let at = 0; at < days.length; at += width) groups.push(days.slice(at, at + width))
  return groups
}
