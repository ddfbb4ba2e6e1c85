import type { OutboxSort } from '#shared/contract/sandbox.ts'

/** The types of everything that the store accepts and returns about messages. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/** In the order of a message's life. The position is stored in the database: append only. */
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

/** The actions of a recipient. `unsubscribed` and `complaint` also become the last state. */
export type EventType = 'open' | 'click' | 'read' | 'unsubscribed' | 'complaint'

/** The `userAgent` struct of an open or click detail (interface 2.6). */
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
  /** Name and version of the browser or mail application. */
  browser: string
  /** Name of the webmail, or '' if the message was read in an application. */
  webmail: string
  deviceType: string
}

export type Address = {
  address: string
  personalName?: string
}

export type Part = {
  contentType: string
  /** The file name; for an image, its content id: `<img src="cid:FILENAME">`. */
  filename: string
  /** The file name of an image from a mail, if it has one besides its content id. */
  name?: string
  content: Uint8Array
}

/** `msg` of an accepted send, with decoded parts. */
export type SendContent = {
  from: Address
  replyTo?: Address
  subject: string
  text?: string
  html?: string
  images: Part[]
  attachments: Part[]
  /** Addresses shown in every rendered message if the account may use them. */
  cc?: Address[]
  /** The option headers of the send, except SUB, whose values are stored with each message. */
  headers: JsonObject
}

/** One step of a message's simulated life. */
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
  /** Bytes of the rendered message. */
  size: number
  meta?: JsonObject | null
  /** Substitution values of this recipient, kept for rendering the message again. */
  values?: JsonObject | null
  /** `requested` unless the message is refused immediately. */
  state?: MessageState
  reason?: string
  plan?: PlannedStep[]
}

export type NewSend = {
  createdDate: number
  /** Id of the API key. */
  apiKey: string
  tags: string[]
  /** Name of the custom blacklist that unsubscribes and complaints of this send are added to. */
  list?: string
  content: SendContent
  messages: NewMessage[]
}

export type SendRecord = Omit<NewSend, 'messages' | 'list'> & { id: number; list: string | null }

/** Everything needed to render one message again, byte for byte. */
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

/** An event in the history of a message. The history is sorted oldest first and starts with `requested`. */
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

/** Shared filters (interface 2.1). A message must match each given list, by any of its values. */
export type Filter = {
  dateBegin?: number | null
  dateEnd?: number | null
  froms?: string[] | null
  /** Ids of API keys; secrets are accepted too. */
  apiKeys?: string[] | null
  tags?: string[] | null
}
export type Page = {
  /** Counted from 1. */
  page: number
  pageSize: number
}

export type MessagesAsked = {
  readonly text: string
  readonly limit: number
  /** The last message of the previous page. */
  readonly before?: string | undefined
  readonly sort?: OutboxSort | undefined
}
