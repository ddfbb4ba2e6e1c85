import type { Fault } from '#shared/domain/sandbox/fault.ts'
import type { ScenarioName } from './scenario.ts'

export type SandboxOptions = {
  /** 0, the default, takes a free one. */
  port?: number
  /** Folder of the database and the outbox; without one everything is in memory and ends with the sandbox. */
  data?: string
  /** Planted when the data is new. `empty` by default. */
  seed?: ScenarioName
  /** Refuse what interface.md does not list. */
  strict?: boolean
  /** The SMTP door: off, on a free port, or on this one. On by default. */
  smtp?: boolean | number
  /** Names of the two authentication headers. */
  headerNames?: { user: string; key: string }
  /** Prefix of the option keys in `headers` of a send. */
  prefix?: string
  maxMessageBytes?: number
  maxRecipients?: number
  /** Really deliver to the recipients that match `allow`: addresses, or `@domain`. */
  relay?: RelayOptions
  /** Who the first key belongs to, when the data is new. */
  user?: string
  /** The first key; one of its own for every data folder by default. */
  key?: string
  /** Names it is reached by, beside those of this computer: what else a call puts into `Host` is refused. */
  hosts?: readonly string[]
  limits?: Partial<Limits>
  faults?: readonly Fault[]
  /** Where the clock of the sandbox starts, in epoch milliseconds, and whether it runs. */
  clock?: { start?: number; running?: boolean }
  /** Told of errors of the sandbox itself. */
  onError?: (error: unknown) => void
}

/** What callers may take of this machine, whoever they are. */
export type Limits = {
  /** Bytes of all bodies and mails under way, at both doors together. */
  bodyBytes: number
  /** A body that stands still for so long is given up. */
  bodyMilliseconds: number
  /** The head of a request, from the first byte of its connection on; a session of SMTP that says nothing. */
  headMilliseconds: number
  /** How often the heads are looked at. */
  checkMilliseconds: number
  /** Open connections. */
  httpConnections: number
  smtpConnections: number
}

export type RelayOptions = {
  /** `smtp://user:password@host:port` */
  url: string
  allow: readonly string[]
}

export const defaults = {
  headerNames: { user: 'X-Service-ApiUser', key: 'X-Service-ApiKey' },
  prefix: 'X-SVC-',
  maxMessageBytes: 50 * 1_048_576,
  maxRecipients: 10_000,
  limits: {
    bodyBytes: 256 * 1_048_576,
    bodyMilliseconds: 30_000,
    headMilliseconds: 60_000,
    checkMilliseconds: 10_000,
    // A crowd of 10,000 clients at once is a test people run.
    httpConnections: 16_384,
    smtpConnections: 2000,
  },
} as const
