import type { StoredMessage } from '../../contract/messages.ts'

export type { JsonObject, JsonValue } from '../../contract/base/free-object.ts'
export { knownStates } from '../../contract/base/search-limits.ts'
export type { MessageRow, StoredMessage } from '../../contract/messages.ts'

/**
 * One message to one recipient. `id` and `email` identify it only together, because a send’s messages may share an id.
 */
export type Message = Omit<StoredMessage, 'row' | 'complete'>

export function recipientDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}
