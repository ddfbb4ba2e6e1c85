import type { StoredMessage } from '../../contract/messages.ts'

export type { JsonObject, JsonValue } from '../../contract/base/free-object.ts'
export type { MessageRow, StoredMessage } from '../../contract/messages.ts'

/** States in the order of a message's life. The service may return others, which are shown unchanged. */
export const knownStates = [
  'requested',
  'scheduled',
  'deferred',
  'filtered',
  'rejected',
  'error',
  'softbounced',
  'hardbounced',
  'delivered',
  'unsubscribed',
  'complaint',
] as const

/** One message to one recipient: `id` and `email` together are its identity, for a send may share its id. */
export type Message = Omit<StoredMessage, 'row' | 'complete'>

export function recipientDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}
