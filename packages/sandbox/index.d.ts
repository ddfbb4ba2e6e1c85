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
  /** The path below the version, where `*` matches any characters: `/messages/send`, `/statistics/*`, `*`. */
  path: string
  /** If absent, the fault applies to any method. */
  method?: string | undefined
  location?: string | undefined
  /** The share of matching calls to which the fault applies, from 0 to 1. It applies to all of them by default. */
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
  /** The port of the service. By default, a free one is chosen. */
  port?: number
  /** The SMTP server: off, on a free port (the default), or on this port. */
  smtp?: boolean | number
  /**
   * The port of a second SMTP server, whose connections begin with TLS; 0 chooses a free one. None by default. Requires
   * `smtp`.
   */
  smtpsPort?: number | undefined
  /** An IP address to listen on in addition to 127.0.0.1, or 0.0.0.0 for all. Requires an `adminToken`. */
  listen?: string | undefined
  /** The token for the control API: 16 or more letters and digits. Random by default. */
  adminToken?: string | undefined
  /** The folder for all data. By default, everything is in memory and lost when the sandbox closes. */
  data?: string
  /** The initial content of new data: `empty` by default. */
  scenario?: ScenarioName
  /** The path of a snapshot file to start new data from, instead of a scenario. */
  snapshot?: string | undefined
  /** The folder for snapshots; by default, a folder in `data`. */
  snapshots?: string | undefined
  /** Whether STARTTLS is announced to SMTP clients. It works in either case. */
  announcesTls?: boolean
  /**
   * Makes ids, secrets and times the same in every run. The clock is stopped at noon on 1 January 2026, or at the time
   * given in `clock`.
   */
  seed?: number | undefined
  /** The initial time in epoch milliseconds, and whether the clock runs. */
  clock?: { start?: number; running?: boolean }
  /** Whether to refuse everything that the service’s documentation does not list. */
  strict?: boolean
  /** The first key and its owner. */
  user?: string
  key?: string
  /** Your provider’s names for the headers that contain the user and the key. */
  headerNames?: ServiceNames['headerNames']
  /** The prefix of the option keys in a send’s `headers`. */
  prefix?: string
  maxMessageBytes?: number
  maxRecipients?: number
  /** Host names by which the sandbox can be reached, in addition to localhost. */
  hosts?: readonly string[]
  /** Hosts that webhooks may call, in addition to this computer. */
  webhookHosts?: readonly string[]
  /**
   * `127.0.0.1:PORT` of a mail server on this computer that receives out-of-office replies, delivery reports and other
   * replies. By default, the one stored in `data` is used. If null, no replies are sent.
   */
  repliesTo?: string | null | undefined
  /** Really delivers messages to the recipients in `allow`: addresses and `@domain`. */
  relay?: { url: string; allow: readonly string[] }
  faults?: readonly Fault[]
  /** Called with internal errors of the sandbox. By default, each one is emitted as a process warning. */
  onError?: (error: unknown) => void
}

/** The names that differ between providers. */
export type ServiceNames = {
  readonly headerNames: { readonly user: string; readonly key: string }
  /** The prefix of the option keys in a send’s `headers`. */
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
  /** Whether the log contains only part of the request’s body, in which case the request cannot be sent again. */
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
 * `slow`: the body arrives slowly. `failed`: the response counts as 500, so the call is repeated later. `refused`: the
 * call is not made. `twice`: each call is made twice. `shuffled`: the events of each message arrive in reverse order.
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

/** A local email service. It runs until `close`, or until the end of a block with `await using`. */
export type Sandbox = {
  /** `http://127.0.0.1:PORT/v1` */
  readonly url: string
  /** `127.0.0.1:PORT`, or undefined without an SMTP server. */
  readonly smtp: string | undefined
  /** `127.0.0.1:PORT` for SMTP that begins with TLS, or undefined without `smtpsPort`. */
  readonly smtps: string | undefined
  /** `127.0.0.1:PORT` of a DNS server with the records of the sandbox’s domains. */
  readonly dns: string
  /** The addresses other than 127.0.0.1 at which the sandbox can be reached because of `listen`. */
  readonly addresses: readonly string[]
  readonly credentials: { readonly user: string; readonly key: string }
  /** The control API over HTTP, for programs in other languages. */
  readonly adminUrl: string
  readonly adminToken: string
  /** The calls that were received, without keys. */
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
    /**
     * Resolves with the newest matching message as soon as there is one. Rejects with an explanation after the timeout.
     */
    waitFor(filter: WaitFor, options?: WaitOptions): Promise<OutboxMessage>
    /** Returns the source of the message, byte for byte. */
    source(id: string): Uint8Array | undefined
    attachment(id: string, index: number): Promise<{ contentType: string; bytes: Uint8Array } | undefined>
  }
  readonly clock: {
    now(): number
    state(): ClockState
    /** Advances by a unit or by milliseconds, and resolves when everything that is due by then has happened. */
    advance(by: ClockUnit | number): Promise<ClockState>
    stop(): ClockState
    run(): ClockState
  }
  readonly faults: {
    list(): Fault[]
    set(faults: readonly Fault[]): Fault[]
    clear(): void
  }
  /** The webhooks that programs have created through the service. */
  readonly webhooks: {
    list(): Webhook[]
    /** `stopped: false` resumes the calls of a webhook that made none because one failed too often. */
    change(id: string, change: { encoded?: boolean; fault?: WebhookFault | null; stopped?: false }): Webhook | undefined
    /** Newest first. */
    calls(id: string, limit?: number): WebhookCall[] | undefined
    /** Repeats a logged call with the same payload. */
    replay(id: string, n: number): Promise<WebhookCall | undefined>
  }
  /** The replies that recipients send to `repliesTo`. */
  readonly replies: {
    /** Newest first. */
    list(limit?: number): Replies
    setRules(rules: readonly ReplyRule[]): readonly ReplyRule[]
    /**
     * Replaces `repliesTo`. If it is null, no replies are sent. Replies that are still waiting are kept for the next
     * receiver.
     */
    setReceiver(address: string | null): Promise<void>
  }
  /** The remaining credits of this month. */
  readonly credits: { left(): number; set(left: number): void }
  /**
   * The names of headers and options. Changes apply from the next call on; names that are not passed to `set` stay the
   * same.
   */
  readonly names: { get(): ServiceNames; set(names: Partial<ServiceNames>): ServiceNames }
  /** Named copies of the content, which can be restored. */
  readonly snapshots: Snapshots
  /**
   * Starts a sandbox with a copy of a snapshot, or of the current content of this sandbox. It has the same user and key
   * on other ports, and closes together with this one.
   */
  fork(options?: ForkOptions): Promise<Sandbox>
  /** Returns the certificate authority as PEM, for programs that use HTTPS or STARTTLS. */
  certificate(): string
  /** Replaces everything except credentials, names and token with a scenario; `empty` by default. */
  reset(scenario?: ScenarioName): void
  /** Carries out everything that is due by the clock, and waits for webhooks. */
  settle(): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export function createSandbox(options?: SandboxOptions): Promise<Sandbox>
