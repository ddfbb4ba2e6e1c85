import type { Counters } from '../../contract/statistics.ts'

/** A bar’s parts, from the bottom up. */
export const bounceKinds = [
  { state: 'softbounced', label: 'Soft bounces', color: '--state-softbounced' },
  { state: 'hardbounced', label: 'Hard bounces', color: '--state-hardbounced' },
] as const

export function bouncesOf({ states }: Pick<Counters, 'states'>): number[] {
  return bounceKinds.map(({ state }) => states[state] ?? 0)
}
