import type { AccountProfile } from '#shared/contract/accounts.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import type { CallLog } from './call-log.ts'
import type { EffectJournal } from './effect-journal.ts'
import type { Learned } from '../read/learned.ts'

export type ServiceProfile = Pick<
  AccountProfile,
  | 'baseUrl'
  | 'user'
  | 'headerNames'
  | 'keyPrefix'
  | 'dateForm'
  | 'readOnly'
  | 'recipientAllowList'
  | 'ccAndBcc'
  | 'correlateSends'
>

export type { AbilityState, Learned } from '../read/learned.ts'

/** The variants of the interface that an account was found to use. The caller keeps them across restarts. */
export type LearnedStore = { get(): Learned; set(learned: Learned): void }

export type Network = {
  /** A proxy URL, or `direct` for none. If absent, HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY apply. */
  readonly proxy?: string
  /** The password that dots replace in the proxy URL; null if there is none. Like the key, it is read only when needed. */
  readonly proxyPassword?: () => Promise<string | null>
  /**
   * Certificates of additional authorities, as PEM texts. Node’s and the system’s authorities always apply;
   * NODE_EXTRA_CA_CERTS applies on Node alone, because the packaged program ignores that variable.
   */
  readonly extraCa?: readonly string[]
  /** Replaces the certificates that the system trusts in addition to Node’s own authorities. For tests. */
  readonly systemCa?: () => Promise<readonly string[]>
}

/** Deadlines in milliseconds. */
export type Deadlines = {
  readonly connect: number
  /**
   * How long the key and the proxy’s password may take. The user may have to respond to the keychain’s prompt, and the
   * keychain has its own, shorter limit.
   */
  readonly key: number
  /** One attempt at a call, from the time at which it can be sent to the last byte. */
  readonly attempt: number
  /** A call with all its retries. */
  readonly call: number
  /** One attempt at a send, which may transfer many megabytes over a slow line. */
  readonly send: number
  /**
   * How long an export may take until its first byte, because the service may have to collect a million records first.
   */
  readonly streamStart: number
  /** How long a stream may be silent. */
  readonly idle: number
  /** The longest `Retry-After` that a call waits for. */
  readonly retryAfter: number
}

export const defaultDeadlines: Deadlines = {
  connect: 10_000,
  key: 90_000,
  attempt: 30_000,
  call: 90_000,
  send: 300_000,
  streamStart: 300_000,
  idle: 60_000,
  retryAfter: 60_000,
}

export type Limits = {
  /** Maximum number of calls in flight per account. */
  readonly concurrency: number
  /** Maximum number of exports in flight, in addition to the calls. */
  readonly streams: number
  /** Maximum unpacked size in bytes of a response that is not an export. */
  readonly answerBytes: number
  readonly retriesPerMinute: number
}

export const defaultLimits: Limits = {
  concurrency: 12,
  streams: 4,
  answerBytes: 16 * 1024 * 1024,
  retriesPerMinute: 60,
}

export type ServiceClientOptions = {
  readonly profile: ServiceProfile
  /** Called for each request, so that the key is never kept in an object that could be logged. */
  readonly key: () => Promise<string>
  readonly learned: LearnedStore
  readonly clock: Clock
  readonly logger: Pick<Logger, 'log'>
  readonly callLog: CallLog
  /** Without a journal, unknown outcomes cannot be checked later. */
  readonly journal?: EffectJournal
  readonly network?: Network
  readonly deadlines?: Partial<Deadlines>
  readonly limits?: Partial<Limits>
}

export type CallOptions = {
  readonly signal?: AbortSignal
  /** Once aborted, no new attempt begins; an attempt that has begun continues to its end. */
  readonly beginsUntil?: AbortSignal
  /** A patient read waits while the service cannot be reached; other reads fail. Effects never wait. */
  readonly patient?: boolean
  /** Called once an effect is noted, before any part of it is sent. If this rejects, nothing is sent. */
  readonly onNoted?: () => Promise<void>
  /** Error codes that are an expected result: they are thrown like any other, but are no reason for a warning. */
  readonly expected?: readonly string[]
}
