import type { SendBatch } from '../../contract/base/sends.ts'

const mark = 'call:'

/** The group of recipients whose message has no record yet: only the state of their call is known. */
export const noRecord = (call: SendBatch['state']): string => `${mark}${call}`

/** The state of the call that a group is named by; null for a group of records. */
export function callOf(group: string): string | null {
  return group.startsWith(mark) ? group.slice(mark.length) : null
}
