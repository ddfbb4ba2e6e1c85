import type { OutboxSort } from '#shared/contract/sandbox.ts'

/** The types of all message data that the store accepts and returns. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/**
 * In the order in which a message can reach them. Their positions are stored in the database, so the position of an
 * existing state must not change.
 */
export const messageStates = [
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
export type MessageState = (typeof messageStates)[number]

/** Why a message is deferred whose recipient the account had no credit for. It waits for the plan’s renewal. */
export const noCredits = 'The account has no credits left.'

/** A recipient’s actions. `unsubscribed` and `complaint` also become the last state. */
export type EventType = 'open' | 'click' | 'read' | 'unsubscribed' | 'complaint'

/** The `userAgent` object in the details of an open or a click (documentation 2.6). */
export type UserAgent = {
  ip: string
  latitude: number
  longitude: number
  country: string
  region: string
  city: string
  postcode: string
  operatingSystem: string
  language: string
  /** Browser or mail application, with version. */
  browser: string
  /** The webmail’s name, or '' if the message was read in an application. */
  webmail: string
  deviceType: string
}

export type Address = {
  address: string
  personalName?: string
}

export type Part = {
  contentType: string
  /** The file name. For an image, the content id: `<img src="cid:FILENAME">`. */
  filename: string
  /** The file name of an email’s image, if it has one in addition to its content id. */
  name?: string
  content: Uint8Array
}

/** The `msg` of an accepted send. Its files are decoded. */
export type SendContent = {
  from: Address
  replyTo?: Address
  subject: string
  text?: string
  html?: string
  images: Part[]
  attachments: Part[]
  /** The addresses in the Cc header of every message. */
  cc?: Address[]
  /** The option headers of the send. SUB is missing, because its values are stored with each message. */
  headers: JsonObject
}

/** A step in a message’s simulated life. */
export type PlannedStep = {
  due: number
  type: MessageState | EventType
  reason?: string
  userAgent?: UserAgent
  url?: string
}

export type NewMessage = {
  email: string
  personalName?: string
  /** The rendered subject. */
  subject: string
  /** The rendered message’s size in bytes. */
  size: number
  meta?: JsonObject | null
  /** This recipient’s substitution values, kept for rendering the message again. */
  values?: JsonObject | null
  /** Defaults to `requested`. */
  state?: MessageState
  reason?: string
  plan?: PlannedStep[]
}

export type NewSend = {
  createdDate: number
  /** The API key’s id. */
  apiKey: string
  tags: string[]
  /** The name of the custom blacklist to which this send’s unsubscribes and complaints are added. */
  list?: string
  content: SendContent
  messages: NewMessage[]
}

export type SendRecord = Omit<NewSend, 'messages' | 'list'> & { id: number; list: string | null }

/** Everything needed to render a message again, byte for byte. */
export type MessageSource = {
  id: string
  send: SendRecord
  createdDate: number
  email: string
  personalName: string | null
  subject: string
  meta: JsonObject | null
  values: JsonObject | null
}

export type OpenDetail = {
  date: number
  userAgent: UserAgent
}
export type ClickDetail = OpenDetail & {
  url: string
}

export type MessageRecord = {
  id: string
  sendId: number
  apiKey: string
  createdDate: number
  lastStateDate: number
  from: string
  email: string
  domain: string
  subject: string
  size: number
  tags: string[]
  lastState: MessageState
  meta: JsonObject | null
  reason: string | null
  open: number
  click: number
  openDetails: OpenDetail[]
  clickDetails: ClickDetail[]
}

/** An event in a message’s history. The history is sorted oldest first and starts with `requested`. */
export type HistoryEntry = {
  type: MessageState | EventType
  date: number
  reason: string | null
  userAgent: UserAgent | null
  url: string | null
}

export type MessageDetail = MessageRecord & {
  history: HistoryEntry[]
}

export type NewEvent = Omit<PlannedStep, 'due'> & { date: number }

/**
 * The filters that several operations share (documentation 2.1). A message must match one value in every list that
 * is given.
 */
export type Filter = {
  dateBegin?: number | null
  dateEnd?: number | null
  froms?: string[] | null
  /** API keys’ ids, hashes or secrets. */
  apiKeys?: string[] | null
  tags?: string[] | null
}
export type Page = {
  /** Starts at 1. */
  page: number
  pageSize: number
}

export type MessagesAsked = {
  readonly text: string
  readonly limit: number
  /** The previous page’s last message. */
  readonly before?: string | undefined
  readonly sort?: OutboxSort | undefined
  /**
   * Ends the search early and returns the messages found so far. Supported only for the order by date, newest first.
   */
  readonly signal?: AbortSignal | undefined
}
