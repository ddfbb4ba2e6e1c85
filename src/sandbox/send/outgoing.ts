import type { Mailbox } from '../readers/address.ts'
import type { JsonObject, Part } from '../store/index.ts'

/** A send as it was understood, whichever door it came through. */
export type Outgoing = {
  to: Mailbox[]
  cc: Mailbox[]
  bcc: Mailbox[]
  from?: Mailbox
  replyTo?: Mailbox
  subject: string
  text: string
  html: string
  images: Part[]
  attachments: Part[]
  /** Id of the key the records carry. */
  apiKey: string
  options: SendOptions
  /** Bytes as they came in, for a message that came in as one; else the size of what is composed is counted. */
  size?: number
  /** Substitutions by folded address. */
  substitutions: ReadonlyMap<string, RecipientValues>
}

export type RecipientValues = {
  /** Free keys, and `subject` when it was given. */
  values: JsonObject
  meta: JsonObject | undefined
}

/** The keys of `headers`, kept with the message so that it can be rendered again. */
export type SendOptions = {
  tags: string[]
  meta: JsonObject | undefined
  domain?: string
  tracking: { htmlOpen: boolean; htmlClick: boolean; textClick: boolean }
  /** `utm_…` parameters, when analytics are on. */
  analytics?: Record<string, string>
  bulk: boolean
  ipPool?: string
  textVersion: boolean
  blacklist?: string
  template?: string
  /** Header lines of the caller's own, beyond the options. */
  lines: [name: string, value: string][]
}
