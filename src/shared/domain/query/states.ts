import { knownStates } from '../../contract/base/search-limits.ts'
import { fold } from './fold.ts'

/** The states that names such as `state:bounced` represent. */
export const groupedStates: Readonly<Record<'bounced' | 'failed' | 'pending', readonly string[]>> = {
  bounced: ['softbounced', 'hardbounced'],
  failed: ['softbounced', 'hardbounced', 'rejected', 'error', 'filtered'],
  pending: ['requested', 'scheduled', 'deferred'],
}
const groups: Readonly<Record<string, readonly string[]>> = groupedStates
/** The groups come first, because users search for them. */
export const stateNames: readonly string[] = [...Object.keys(groups), ...knownStates]

/**
 * Returns the states for a value. The value may be the beginning of a name. Otherwise, all rows would disappear while
 * `state:delivered` is being typed. A state that only the service knows is returned unchanged.
 */
export function statesOf(value: string): readonly string[] {
  const typed = fold(value)
  const meant = stateNames.includes(typed)
    ? [typed]
    : stateNames.filter((name) => typed !== '' && name.startsWith(typed))
  return meant.length === 0 ? [typed] : [...new Set(meant.flatMap((name) => groups[name] ?? [name]))]
}
