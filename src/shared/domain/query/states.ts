import { knownStates } from '../message/record.ts'
import { fold } from './fold.ts'

/** What `state:bounced` and its like stand for. */
const stateGroups: Readonly<Record<string, readonly string[]>> = {
  bounced: ['softbounced', 'hardbounced'],
  failed: ['softbounced', 'hardbounced', 'rejected', 'error', 'filtered'],
  pending: ['requested', 'scheduled', 'deferred'],
}

/** What can be asked for as a state. */
export const stateNames: readonly string[] = [...Object.keys(stateGroups), ...knownStates]

export function statesOf(value: string): readonly string[] {
  const name = fold(value)
  return stateGroups[name] ?? [name]
}
