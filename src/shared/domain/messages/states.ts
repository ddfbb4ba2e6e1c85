import { knownStates } from './record.ts'
import { fold } from '../query/fold.ts'

/** What `state:bounced` and its like stand for. */
const groups: Readonly<Record<string, readonly string[]>> = {
  bounced: ['softbounced', 'hardbounced'],
  failed: ['softbounced', 'hardbounced', 'rejected', 'error', 'filtered'],
  pending: ['requested', 'scheduled', 'deferred'],
}
const names: readonly string[] = [...Object.keys(groups), ...knownStates]

/**
 * The states that a value stands for. The beginning of a name is enough, or the rows would be gone between `state:d` and
 * `state:delivered`; a state that only the service knows is itself.
 */
export function statesOf(value: string): readonly string[] {
  const typed = fold(value)
  const meant = names.includes(typed) ? [typed] : names.filter((name) => typed !== '' && name.startsWith(typed))
  return meant.length === 0 ? [typed] : [...new Set(meant.flatMap((name) => groups[name] ?? [name]))]
}
