import type { Mailbox } from '../readers/address.ts'
import type { JsonObject, Part } from '../store/index.ts'

/** A send as read from HTTP or SMTP. */
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
  /** The id of the key under which the messages are recorded. */
  apiKey: string
  options: SendOptions
  /** The size, in bytes, of an email received over SMTP. For HTTP, the composed message’s size counts. */
  size?: number
  /** The envelope id that the SMTP client chose. */
  envelopeId?: string | undefined
  /** Substitutions, keyed by address in lower case. */
  substitutions: ReadonlyMap<string, RecipientValues>
}

export type RecipientValues = {
  /** The values for placeholders and, if given, for `subject`. */
  values: JsonObject
  meta: JsonObject | undefined
}

/** The options in `headers`, stored with the message so that it can be rendered again. */
export type SendOptions = {
  tags: string[]
  meta: JsonObject | undefined
  domain?: string
  tracking: { htmlOpen: boolean; htmlClick: boolean; textClick: boolean; mailTo?: boolean }
  /** The `utm_…` parameters, if analytics is on. */
  analytics?: Record<string, string>
  bulk: boolean
  ipPool?: string
  textVersion: boolean
  blacklist?: string
  template?: string
  /** Replaces `{{UNSUB}}`: HTML or an address. */
  unsubscribe?: string
  /** Header lines added by the caller, excluding the options. */
  lines: [name: string, value: string][]
}
