/** Metadata and details are free JSON of the service. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/** States in life order; the service may name others, which are shown as they are. */
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
export type Message = {
  id: string
  email: string
  from: string
  subject: string
  /** Id of the API key. */
  apiKey: string
  /** Bytes. */
  size: number
  /** Epoch milliseconds. */
  createdDate: number
  lastStateDate: number
  lastState: string
  tags: string[]
  /** Number of opens and of clicks. */
  open: number
  click: number
  /** Null when there is none; absent while only an export was read, which has no such field. */
  meta?: JsonObject | null
  reason?: string | null
  openDetails?: JsonValue[]
  clickDetails?: JsonValue[]
  /** Fields of the answer that no reader knows. */
  extra?: JsonObject
}

/** A record as it stands in the archive. */
export type StoredMessage = Message & {
  /** Its place in the archive: a larger one is newer. */
  row: number
  /** Metadata, reason and open details were read: a record that came from an export alone lacks them. */
  complete: boolean
}

/** What a row of the table shows; the details stay in the archive. */
export type MessageRow = Omit<StoredMessage, 'openDetails' | 'clickDetails' | 'extra'>

export function recipientDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}
