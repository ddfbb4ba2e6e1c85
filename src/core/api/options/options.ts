import type { AccountProfile } from '#shared/contract/accounts.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import type { CallLog } from './call-log.ts'
import type { EffectJournal } from './effect-journal.ts'

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

/** Whether an operation beyond interface.md is there; `inferred` where only a neighbour could be asked harmlessly. */
export type CapabilityState = 'yes' | 'no' | 'unknown' | 'inferred'

export type Learned = {
  /** How exports are asked for: some accounts answer GET only. */
  readonly exportMethod?: 'POST' | 'GET'
  readonly blacklistForm?: 'body' | 'path'
  readonly firstPage?: 0 | 1
  readonly capabilities?: Readonly<Record<string, CapabilityState>>
  /** Epoch milliseconds of the last probe. */
  readonly probedAt?: number
}

/** What an account turned out to speak, kept by the caller from run to run. */
export type LearnedStore = { get(): Learned; set(learned: Learned): void }

export type Network = {
  /** A proxy URL, `direct` for none; absent follows HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY. */
  readonly proxy?: string
  /** What the dots in the proxy URL stand for. Asked for when the proxy is first needed, like the key. */
  readonly proxyPassword?: () => Promise<string | null>
  /** Certificates of further authorities, as PEM texts. NODE_EXTRA_CA_CERTS is honoured in any case. */
  readonly extraCa?: readonly string[]
}

/** Milliseconds. */
export type Deadlines = {
  readonly connect: number
  /** One try of a call, from its start to the last byte. */
  readonly attempt: number
  /** A call with all its retries. */
  readonly call: number
  /** A send may carry many megabytes up a slow line. */
  readonly send: number
  /** The first byte of an export: the service may have to gather a million records first. */
  readonly streamStart: number
  /** Silence inside a stream. */
  readonly idle: number
  /** The longest `Retry-After` that is waited for. */
  readonly retryAfter: number
}

export const defaultDeadlines: Deadlines = {
  connect: 10_000,
  attempt: 30_000,
  call: 90_000,
  send: 300_000,
  streamStart: 300_000,
  idle: 60_000,
  retryAfter: 60_000,
}

export type Limits = {
  /** Calls in flight on one account. */
  readonly concurrency: number
  /** Exports in flight, beside the calls. */
  readonly streams: number
  /** Bytes of one answer that is not an export, unpacked. */
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
  /** Asked for each call, so that the key is never kept in an object that could be logged. */
  readonly key: () => Promise<string>
  readonly learned: LearnedStore
  readonly clock: Clock
  readonly logger: Pick<Logger, 'log'>
  readonly callLog: CallLog
  /** Absent for clients whose effects nobody asks about later. */
  readonly journal?: EffectJournal
  readonly network?: Network
  readonly deadlines?: Partial<Deadlines>
  readonly limits?: Partial<Limits>
}

export type CallOptions = {
  readonly signal?: AbortSignal
  /** While the service is out of reach a patient read waits for it to come back; others fail. Effects never wait. */
  readonly patient?: boolean
  /** Codes of refusals that answer the question asked: they are thrown like others, but are nothing to warn about. */
  readonly expected?: readonly string[]
}
