/// <reference lib="esnext.disposable" />

import type { OutboxEntry, OutboxMessage, OutboxPage, WaitFor, WaitOptions } from './outbox.d.ts'
import type { Replies, ReplyRule } from './replies.d.ts'
import type { ForkOptions, Snapshots } from './snapshots.d.ts'

export type * from './outbox.d.ts'
export type * from './replies.d.ts'
export type * from './snapshots.d.ts'

export type ScenarioName = 'empty' | 'demo' | 'million'

export type FaultKind =
  | 'delay'
  | 'slow'
  | 'hang'
  | 'status'
  | 'redirect'
  | 'cut'
  | 'wrong-length'
  | 'malformed'
  | 'html'
  | 'duplicate-keys'
  | 'nan'
  | 'huge-header'
  | 'gzip-bomb'
  | 'huge-body'

export type Fault = {
  kind: FaultKind
  /** Path below the version, with `*` for any characters: `/messages/send`, `/statistics/*`, `*`. */
  path: string
  /** Any method if absent. */
  method?: string | undefined
  location?: string | undefined
  /** From 0 to 1: the share of matching calls that the fault applies to. All if absent. */
  probability?: number | undefined
  /** The number of calls after which the fault is used up. */
  times?: number | undefined
  status?: number | undefined
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number | undefined
  delayMs?: number | undefined
  afterBytes?: number | undefined
}

export type SandboxOptions = {
  /** Port of the service: a free one by default. */
  port?: number
  /** The SMTP server: off, on a free port (the default), or on this port. */
  smtp?: boolean | number
  /** An IP address to listen on in addition to 127.0.0.1, or 0.0.0.0 for all. It needs an `adminToken`. */
  listen?: string | undefined
  /** The token of the controls over HTTP: at least 16 letters and digits. A random one by default. */
  adminToken?: string | undefined
  /** Folder for everything. By default, all is in memory and lost when the sandbox closes. */
  data?: string
  /** The initial content of new data: `empty` by default. */
  scenario?: ScenarioName
  /** A snapshot’s file, in place of a scenario. */
  snapshot?: string | undefined
  /** Folder for snapshots. By default, a folder in `data`. */
  snapshots?: string | undefined
  /** Whether SMTP clients are told of STARTTLS. It works in any case. */
  announcesTls?: boolean
  /** The same ids, secrets and times in every run. The clock is stopped at noon on 1 January 2026. */
  seed?: number | undefined
  /** The initial time in epoch milliseconds, and whether the clock runs. */
  clock?: { start?: number; running?: boolean }
  /** Whether to refuse what the service’s documentation does not list. */
  strict?: boolean
  /** The first key and its owner. */
  user?: string
  key?: string
  /** Your provider’s own names for the headers with the user and the key. */
  headerNames?: ServiceNames['headerNames']
  /** What the option keys in a send’s `headers` begin with. */
  prefix?: string
  maxMessageBytes?: number
  maxRecipients?: number
  /** Host names it can be reached by, besides localhost. */
  hosts?: readonly string[]
  /** Hosts that webhooks may call besides this computer. */
  webhookHosts?: readonly string[]
  /** `127.0.0.1:PORT` of a mail server on this computer that gets out-of-office replies, delivery reports and others. */
  repliesTo?: string | null | undefined
  /** Really delivers to the recipients in `allow`: addresses and `@domain`. */
  relay?: { url: string; allow: readonly string[] }
  faults?: readonly Fault[]
  /** Called with the sandbox’s own errors. By default, each is a warning of the process. */
  onError?: (error: unknown) => void
}

/** The names that each provider chooses for its own service. */
export type ServiceNames = {
  readonly headerNames: { readonly user: string; readonly key: string }
  /** What the option keys in a send’s `headers` begin with. */
  readonly prefix: string
}

export type LoggedRequest = {
  id: number
  /** Epoch milliseconds of the sandbox’s clock. */
  date: number
  channel: 'http' | 'smtp'
  method: string
  path: string
  /** The User-Agent header; empty if there is none. */
  program: string
  status: number
  milliseconds: number
  requestHeaders: Record<string, string>
  requestBody: string
  requestBytes: number
  /** Null if the response was sent in chunks or was cut off. */
  responseBytes: number | null
  responseHeaders: Record<string, string>
  responseBody: string
  /** Whether the log contains only a part of the body, so that the request cannot be sent again. */
  isRequestCut: boolean
  /** Ids of the messages created by the call; only the first ones if there are many. */
  messages: readonly string[]
  notes: readonly string[]
  fault?: string
}

export type ClockUnit = 'hour' | 'day' | 'week'

export type ClockState = {
  /** Epoch milliseconds. */
  now: number
  running: boolean
  offset: number
}

export type WebhookEvent =
  | 'delivered'
  | 'rejected'
  | 'error'
  | 'softbounced'
  | 'hardbounced'
  | 'opened'
  | 'clicked'
  | 'unsubscribed'
  | 'complaint'

/**
 * The body arrives slowly; the response counts as 500, so that the call is made again later; the call is not made; each call is
 * made twice; the events of each message arrive in reverse order.
 */
export type WebhookFault = 'slow' | 'failed' | 'refused' | 'twice' | 'shuffled'

export type Webhook = {
  id: string
  url: string
  description: string
  events: WebhookEvent[]
  success: number
  errors: number
  /** The number of calls that have not succeeded yet. */
  waiting: number
  stopped: boolean
  /** Whether the body is percent-encoded. */
  encoded: boolean
  fault: WebhookFault | null
}

export type WebhookCall = {
  /** Null if the call was not logged. */
  n: number | null
  recipient: string
  subject: string
  event: WebhookEvent
  eventDate: number
  calledAt: number
  error: string | null
  payload: { eventType: string; recipient: string; subject: string } | null
}

/** A local email service. It ends with `close`, or at the end of a block with `await using`. */
export type Sandbox = {
  /** `http://127.0.0.1:PORT/v1` */
  readonly url: string
  /** `127.0.0.1:PORT`, or undefined without an SMTP server. */
  readonly smtp: string | undefined
  /** `127.0.0.1:PORT`, which serves the DNS records of the sandbox’s domains. */
  readonly dns: string
  /** The addresses beside 127.0.0.1 by which it can be reached, because of `listen`. */
  readonly addresses: readonly string[]
  readonly credentials: { readonly user: string; readonly key: string }
  /** The controls over HTTP, for programs in other languages. */
  readonly adminUrl: string
  readonly adminToken: string
  /** The calls that arrived, without keys. */
  readonly log: {
    /** Newest first. */
    list(): LoggedRequest[]
    find(id: number): LoggedRequest | undefined
    clear(): void
    /** Sends a logged call again. The status is 0 if a fault cut off its response. */
    replay(id: number): Promise<{ id: number | null; status: number }>
    /** Calls the listener after each call. Returns a function that removes it. */
    onRequest(listener: (request: LoggedRequest) => void): () => void
  }
  /** The messages that were sent. */
  readonly outbox: {
    /** Newest first. */
    list(page?: OutboxPage): Promise<OutboxEntry[]>
    find(id: string): Promise<OutboxMessage | undefined>
    /** Resolves with the newest message that matches, as soon as there is one. Rejects after the timeout, with the reasons. */
    waitFor(filter: WaitFor, options?: WaitOptions): Promise<OutboxMessage>
    /** The message byte for byte. */
    source(id: string): Uint8Array | undefined
    attachment(id: string, index: number): Promise<{ contentType: string; bytes: Uint8Array } | undefined>
  }
  readonly clock: {
    now(): number
    state(): ClockState
    /** Moves forward by a unit or by milliseconds, and resolves when everything that is due has happened. */
    advance(by: ClockUnit | number): Promise<ClockState>
    stop(): ClockState
    run(): ClockState
  }
  readonly faults: {
    list(): Fault[]
    set(faults: readonly Fault[]): Fault[]
    clear(): void
  }
  /** The webhooks that programs have created over the service. */
  readonly webhooks: {
    list(): Webhook[]
    change(id: string, change: { encoded?: boolean; fault?: WebhookFault | null }): Webhook | undefined
    /** Newest first. */
    calls(id: string, limit?: number): WebhookCall[] | undefined
    /** Makes a logged call again, with the same payload. */
    replay(id: string, n: number): Promise<WebhookCall | undefined>
  }
  /** What recipients send back to `repliesTo`. */
  readonly replies: {
    /** Newest first. */
    list(limit?: number): Replies
    setRules(rules: readonly ReplyRule[]): readonly ReplyRule[]
    /** Replaces `repliesTo`; null ends the replies. Those that wait are kept for the next receiver. */
    setReceiver(address: string | null): Promise<void>
  }
  /** What is left of this month’s credits. */
  readonly credits: { left(): number; set(left: number): void }
  /** The names of headers and options. New ones apply from the next call on, and those that `set` is not given stay. */
  readonly names: { get(): ServiceNames; set(names: Partial<ServiceNames>): ServiceNames }
  /** The content under names, to return to. */
  readonly snapshots: Snapshots
  /**
   * A sandbox that begins with a copy of a snapshot, or of this sandbox as it is now. It has the same user and key, on other
   * ports, and ends with this one.
   */
  fork(options?: ForkOptions): Promise<Sandbox>
  /** The certificate authority as PEM, for programs that use HTTPS or STARTTLS. */
  certificate(): string
  /** Replaces everything but credentials, names and token with a scenario: `empty` by default. */
  reset(scenario?: ScenarioName): void
  /** Carries out everything that is due by the clock, and waits for webhooks. */
  settle(): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export function createSandbox(options?: SandboxOptions): Promise<Sandbox>
