import type { SendBatch } from '../../contract/base/sends.ts'
import type { RestGroup, RestPlan } from '../../contract/sends.ts'
import { knownStates } from '../../contract/base/search-limits.ts'

const mark = 'call:'
const calls: readonly SendBatch['state'][] = ['waiting', 'sending', 'sent', 'refused', 'unknown', 'absent']

/** The group of recipients for whom there is no record yet, so that only the state of their call is known. */
export const noRecord = (call: SendBatch['state']): string => `${mark}${call}`

/** All groups, in the order in which they are listed and sorted. */
export const groupOrder: readonly string[] = [...knownStates, 'other', ...calls.map(noRecord)]

/** Returns the call state that the group is named after; null for a group of records. */
export function callOf(group: string): string | null {
  return group.startsWith(mark) ? group.slice(mark.length) : null
}

/** Returns the group of a rest that corresponds to a displayed group. Null if a rest would go to nobody in it. */
export function restGroupOf(group: string | null, { left }: Pick<RestPlan, 'left'>): RestGroup | null {
  const call = group === null ? null : callOf(group)
  const isRest = call === 'waiting' || call === 'refused' || call === 'absent'
  return isRest && left[call] > 0 ? call : null
}
