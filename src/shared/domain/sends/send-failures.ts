import { groupedStates } from '../query/states.ts'

type Word = 'rejected' | 'filtered' | 'bounced' | 'failed'

const words: Readonly<Record<string, Word>> = {
  rejected: 'rejected',
  filtered: 'filtered',
  softbounced: 'bounced',
  hardbounced: 'bounced',
}

/**
 * How many recipients have a record that reports a failure, and one word that describes what happened to all of them.
 */
export type SendFailure = { readonly count: number; readonly word: Word }

/** `counts` is keyed by state. Returns null if no record reports a failure. */
export function failureOf(counts: Readonly<Record<string, number>>): SendFailure | null {
  const failed = groupedStates.failed.filter((state) => (counts[state] ?? 0) > 0)
  const [word = 'failed', ...others] = new Set(failed.map((state) => words[state] ?? 'failed'))
  const count = failed.reduce((sum, state) => sum + counts[state]!, 0)
  return count === 0 ? null : { count, word: others.length === 0 ? word : 'failed' }
}
