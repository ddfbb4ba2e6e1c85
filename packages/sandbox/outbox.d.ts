import type { ClockUnit } from './index.d.ts'

export type MessageState =
  | 'requested'
  | 'scheduled'
  | 'deferred'
  | 'filtered'
  | 'rejected'
  | 'error'
  | 'softbounced'
  | 'hardbounced'
  | 'delivered'
  | 'unsubscribed'
  | 'complaint'

export type OutboxFilter = {
  /** A whole address, `@domain`, or a part of an address. Case is ignored, as in `subject`. */
  to?: string | undefined
  subject?: string | undefined
  tag?: string | undefined
  /** Only messages with a one-time code. */
  code?: boolean | undefined
  state?: MessageState | undefined
  /** The id of a message: only newer messages match. */
  after?: string | undefined
}

export type OutboxPage = OutboxFilter & {
  /** 50 by default. */
  limit?: number | undefined
  /** The id of the last message on the previous page. */
  before?: string | undefined
  /** Words that the message must contain in its address, subject, sender, tags, state or reason. */
  text?: string | undefined
}

export type WaitFor = OutboxFilter & {
  /** In milliseconds; 5000 by default. */
  timeout?: number | undefined
}

export type WaitOptions = {
  /** Advances the clock once if no message matches at first. */
  advance?: ClockUnit | number | undefined
  signal?: AbortSignal | undefined
}

export type OutboxEntry = {
  id: string
  /** Epoch milliseconds of the sandbox’s clock. */
  createdDate: number
  from: string
  email: string
  subject: string
  size: number
  tags: string[]
  lastState: MessageState
  reason: string | null
}

export type MessageLink = {
  /** The address as written in the message. */
  url: string
  text: string
  /** The destination of a tracked link. */
  target?: string
}

export type OutboxMessage = OutboxEntry & {
  text: string
  html: string
  links: MessageLink[]
  /** The one-time codes for the reader to type in. */
  codes: string[]
  headers: { name: string; value: string }[]
  attachments: { index: number; filename: string; contentType: string; size: number; contentId: string | null }[]
}
