import { knownStates } from '#shared/domain/messages/record.ts'
import type { ListedValue } from '#shared/domain/messages/search.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { statesOf } from '#shared/domain/query/states.ts'
import { stateLook } from '../../../lib/ui/badges/state-look.ts'
import type { Option } from '../../../lib/ui/fields/option.ts'

const any: Option = { value: '', label: 'Any' }
const options: readonly Option[] = [
  { value: 'bounced', label: 'Bounced (hard or soft)' },
  { value: 'failed', label: 'Failed (not delivered)' },
  { value: 'pending', label: 'Pending (on its way)' },
  ...knownStates.map((state) => ({ value: state, label: stateLook(state).label })),
]

/**
 * Returns the options of the filter. Includes the typed state if it is not among them, so that the field does not
 * appear empty.
 */
export function stateOptions(chosen: string): Option[] {
  const isOffered = chosen === '' || options.some(({ value }) => value === chosen)
  return [any, ...options, ...(isOffered ? [] : [{ value: chosen, label: chosen }])]
}

/** The states of the search’s matches with their counts, including the selected state. */
export function countedStateOptions(
  chosen: string,
  counts: readonly ListedValue[],
  format: (count: number) => string,
): Option[] {
  const seen = counts.filter(({ value }) => !options.some((option) => option.value === fold(value)))
  const offered = [...stateOptions(chosen), ...seen.map(({ value }) => ({ value: fold(value), label: value }))]
  return [...new Map(offered.map((option) => [option.value, option])).values()].flatMap((option) => {
    if (option.value === '') return [option]
    const states = statesOf(option.value)
    const count = counts.reduce((sum, { value, messages }) => (states.includes(fold(value)) ? sum + messages! : sum), 0)
    if (count === 0 && option.value !== chosen) return []
    return [{ ...option, label: `${option.label} (${format(count)})` }]
  })
}
