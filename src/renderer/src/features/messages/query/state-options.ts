import { knownStates } from '#shared/domain/messages/record.ts'
import { stateLook } from '../../../lib/ui/badges/state-look.ts'
import type { Option } from '../../../lib/ui/fields/option.ts'

const options: readonly Option[] = [
  { value: '', label: 'Any' },
  { value: 'bounced', label: 'Bounced, hard or soft' },
  { value: 'failed', label: 'Failed, not delivered' },
  { value: 'pending', label: 'Pending, on its way' },
  ...knownStates.map((state) => ({ value: state, label: stateLook(state).label })),
]

/** The options of the filter, and the typed state when it is not among them: the field must not look empty. */
export function stateOptions(chosen: string): Option[] {
  const isOffered = options.some(({ value }) => value === chosen)
  return isOffered ? [...options] : [...options, { value: chosen, label: chosen }]
}
