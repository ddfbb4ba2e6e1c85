/**
 * What the sandbox keeps. Every date in this room is a number of epoch milliseconds; the wire formats it.
 * Every period is given in whole seconds, both ends included: the milliseconds of dateBegin and dateEnd are ignored.
 *
 * Ways in: `openStore(options): Store` (store.ts), `createStatistics(store): Statistics` (../statistics/statistics.ts),
 * `createExports(store): Exports` (../exports/exports.ts), `seedScenario(store, name, options): void`
 * (../scenarios/seed-scenario.ts), `createRandom(seed): Random` (../scenarios/random.ts) and
 * `planLife(random, start): PlannedStep[]` (../scenarios/life.ts), a likely life for a message accepted at `start`.
 */

import type { Changes } from './changes.ts'
import type { Database } from './database.ts'
import type { Intern } from './intern.ts'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/** In life order. The position is the number stored in the database: append only. */
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

/** What a recipient does. `unsubscribed` and `complaint` also become the last state. */
export const eventTypes = ['open', 'click', 'read', 'unsubscribed', 'complaint'] as const
export type EventType = (typeof eventTypes)[number]

/** The `userAgent` struct of an open or click detail (interface 2.6). */
export interface UserAgent {
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
  /** Name of the webmail, or '' when the message was read in an application. */
  webmail: string
  deviceType: string
}

export interface Address {
  address: string
  personalName?: string
}

export interface Part {
  contentType: string
  filename: string
  content: Uint8Array
}

/** `msg` of an accepted send, with decoded parts. */
export interface SendContent {
  from: Address
  replyTo?: Address
  subject: string
  text?: string
  html?: string
  images: Part[]
  attachments: Part[]
  /** Addresses shown in every rendered message when the account may use them. */
  cc?: Address[]
  /** The option headers of the send, without SUB: what concerns one recipient is kept on its message. */
  headers: JsonObject
}

/** One step of a message's simulated life. */
export interface PlannedStep {
  due: number
  type: MessageState | EventType
  reason?: string
  userAgent?: UserAgent
  url?: string
}

export interface NewMessage {
  email: string
  personalName?: string
  /** The rendered subject. */
  subject: string
  /** Bytes of the rendered message. */
  size: number
  meta?: JsonObject | null
  /** Substitution values of this recipient, kept for rendering the message again. */
  values?: JsonObject | null
  /** `requested` unless the message is refused at once. */
  state?: MessageState
  reason?: string
  plan?: PlannedStep[]
}

export interface NewSend {
  createdDate: number
  /** Id of the API key. */
  apiKey: string
  tags: string[]
  /** Name of the custom blacklist that unsubscribes and complaints of this send feed. */
  list?: string
  content: SendContent
  messages: NewMessage[]
}

export interface SendRecord {
  id: number
  createdDate: number
  apiKey: string
  tags: string[]
  list: string | null
  content: SendContent
}

/** What is needed to render one message again, byte for byte. */
export interface MessageSource {
  id: string
  send: SendRecord
  createdDate: number
  email: string
  personalName: string | null
  subject: string
  meta: JsonObject | null
  values: JsonObject | null
}

export interface OpenDetail {
  date: number
  userAgent: UserAgent
}
export interface ClickDetail extends OpenDetail {
  url: string
}

export interface MessageRecord {
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

/** Everything that ever happened to a message, oldest first; the first entry is always `requested`. */
export interface HistoryEntry {
  type: MessageState | EventType
  date: number
  reason: string | null
  userAgent: UserAgent | null
  url: string | null
}

export interface MessageDetail extends MessageRecord {
  history: HistoryEntry[]
}

export interface NewEvent {
  type: EventType
  date: number
  userAgent?: UserAgent
  url?: string
}
export interface StateChange {
  state: MessageState
  date: number
  reason?: string | null
}

/** Shared filters (interface 2.1). Values inside one list are alternatives, the lists are combined. */
export interface Filter {
  dateBegin?: number | null
  dateEnd?: number | null
  froms?: string[] | null
  /** Ids of API keys; secrets are understood too. */
  apiKeys?: string[] | null
  tags?: string[] | null
}
export interface Page {
  /** Counted from 1. */
  page: number
  pageSize: number
}

export interface Messages {
  /** Writes all sends in one transaction; answers the message ids of each send, in the order given. */
  insert(sends: NewSend[]): string[][]
  list(filter: Filter, page: Page): { messages: MessageRecord[]; total: number }
  detail(id: string): MessageDetail | null
  exists(id: string): boolean
  source(id: string): MessageSource | null
  /** Newest first, for an outbox: messages older than `before`, when given. */
  newest(limit: number, before?: string): MessageRecord[]
  count(): number
  /** False when there is no such message. Feeds the blacklists. */
  recordEvent(id: string, event: NewEvent): boolean
  changeState(id: string, change: StateChange): boolean
}

export interface Plans {
  /** Applies at most `limit` planned steps that are due, in one transaction. `more` says whether others are due. */
  applyDue(now: number, limit?: number): { applied: number; more: boolean }
  nextDue(): number | null
  count(): number
}

export const blacklistTypes = ['bounces', 'complaints', 'unsubscribers'] as const
export type BlacklistType = (typeof blacklistTypes)[number]
export interface BlacklistEntry {
  email: string
  date: number
  reason: string
  list: string | null
}
export interface BlacklistQuery extends Page {
  list?: string | null
  descending?: boolean
}
export interface Blacklists {
  /** The list that blocks this address. With a custom list only that list and the bounces are looked at. */
  blocking(email: string, list?: string | null): BlacklistType | null
  list(type: BlacklistType, query: BlacklistQuery): { entries: BlacklistEntry[]; total: number }
  get(type: BlacklistType, email: string): BlacklistEntry | null
  /** False when the address is on the list already: the first date and reason stay. */
  add(type: BlacklistType, entry: { email: string; date: number; reason: string; list?: string | null }): boolean
  /** Removes the address from the default and all custom lists of this type. */
  remove(type: BlacklistType, email: string): boolean
}

export interface ApiKey {
  id: string
  hash: string
  key: string
  iPFilterEnabled: boolean
  allowedIPs: string[]
  description: string
  createdAt: number
  updatedAt: number
  enabled: boolean
}
export interface Keys {
  list(): ApiKey[]
  get(id: string): ApiKey | null
  findBySecret(key: string): ApiKey | null
  /** id, hash and secret are drawn when not given. */
  add(key: Pick<ApiKey, 'description' | 'createdAt'> & Partial<ApiKey>): ApiKey
  update(id: string, change: Partial<Omit<ApiKey, 'id' | 'createdAt'>> & { updatedAt: number }): ApiKey | null
  remove(id: string): boolean
}

export interface DomainRecord {
  type: string
  name: string
  value: string
  verified: boolean
}
export interface Domain {
  id: string
  accountId: string
  sending: string
  tracking: string
  email: string
  createdAt: number
  updatedAt: number
  verifiedDkim: boolean
  verifiedSpf: boolean
  verifiedMx: boolean
  verifiedA: boolean
  verifiedTracking: boolean
  verifiedDomain: boolean
  default: boolean
}
export type DomainFlag =
  'verifiedDkim' | 'verifiedSpf' | 'verifiedMx' | 'verifiedA' | 'verifiedTracking' | 'verifiedDomain'
export interface Domains {
  list(): Domain[]
  get(sending: string): Domain | null
  /** Adds the domain, or changes its tracking domain and address; a changed tracking domain is unverified again. */
  put(domain: { sending: string; tracking: string; email: string }, now: number): Domain
  verify(sending: string, flags: Partial<Record<DomainFlag, boolean>>, now: number): Domain | null
  setDefault(sending: string, now: number): Domain | null
  /** The DNS records that make the domain valid, with the flag each of them has now. */
  records(domain: Domain): DomainRecord[]
}

export interface Template {
  id: string
  /** Slug of the description: the name a send refers to. */
  name: string
  description: string
  from: Address
  subject: string
  htmlContent: string
  textContent: string
  createdAt: number
  updatedAt: number
}
export type TemplateInput = Pick<Template, 'description' | 'from' | 'subject' | 'htmlContent' | 'textContent'>
export interface Templates {
  list(): Template[]
  get(id: string): Template | null
  findByName(name: string): Template | null
  add(template: TemplateInput & { id?: string }, now: number): Template
  update(id: string, template: Partial<TemplateInput>, now: number): Template | null
  remove(id: string): boolean
}

export interface User {
  id: string
  username: string
  civility: 1 | 2
  firstName: string
  lastName: string
  customerType: number
  company: string
  activity: string
  job: string
  address: string
  address2: string
  zipCode: string
  city: string
  country: string
  phone: string
  mobile: string
  settings: { newsletter: boolean; language: string; dateFormat: string; timeFormat: string; timezone: string }
}
export interface Users {
  list(): User[]
  get(id: string): User | null
  put(user: User): void
}

export interface Account {
  id: string
  name: string
  /** What the authentication header for the user carries. */
  username: string
  userId: string
  createdAt: number
}

export const fileTypes = ['json', 'csv', 'xls', 'xlsx'] as const
export type FileType = (typeof fileTypes)[number]

/** Small named values that outlive a restart: clock offset, scenario, seed. */
export interface Settings {
  get(name: string): string | null
  set(name: string, value: string): void
}

export interface Store {
  /** For the rooms of the sandbox that count and export: everybody else uses the parts below. */
  readonly database: Database
  readonly intern: Intern
  readonly changes: Changes
  /** What the public message ids are drawn from. */
  readonly seed: number
  readonly messages: Messages
  readonly plans: Plans
  readonly blacklists: Blacklists
  readonly keys: Keys
  readonly domains: Domains
  readonly templates: Templates
  readonly users: Users
  readonly settings: Settings
  account(): Account | null
  setAccount(account: Account): void
  /** Runs `work` in one transaction; nested calls join it. */
  transaction<T>(work: () => T): T
  /** Empties everything, credentials included: seed a scenario afterwards. */
  reset(): void
  close(): void
}

export interface StoreOptions {
  /** Path of the SQLite file, or ':memory:'. */
  path: string
  /** Makes ids and drawn secrets repeatable. */
  seed?: number
}
