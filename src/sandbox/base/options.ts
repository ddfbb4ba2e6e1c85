import type { Fault } from '#shared/contract/base/faults.ts'
import type { ScenarioName } from './scenario.ts'

export type SandboxOptions = {
  /** 0, the default, takes a free port. */
  port?: number
  /** Folder of the database and the outbox. Without one everything is in memory and is lost when the sandbox closes. */
  data?: string
  /** The initial content of a new data folder. `empty` by default. */
  scenario?: ScenarioName
  /** Whether to refuse what the documentation of the service does not list. */
  strict?: boolean
  /** The SMTP server: off, on a free port, or on this port. On by default. */
  smtp?: boolean | number
  /** Names of the two authentication headers. */
  headerNames?: { user: string; key: string }
  /** Prefix of the option keys in `headers` of a send. */
  prefix?: string
  maxMessageBytes?: number
  maxRecipients?: number
  /** Actually delivers to the recipients that match `allow`: addresses, or `@domain`. */
  relay?: RelayOptions
  /** Owner of the first key, when the data is new. */
  user?: string
  /** The first key. By default every data folder gets its own. */
  key?: string
  /** Host names accepted in addition to those of this computer; a call with any other `Host` is refused. */
  hosts?: readonly string[]
  /** Host names that webhooks may call in addition to this computer. */
  webhookHosts?: readonly string[]
  /** Collects which messages change, for `control.takeChanges`. */
  keepsChanges?: boolean
  limits?: Partial<Limits>
  faults?: readonly Fault[]
  /** Where the sandbox clock starts, in epoch milliseconds, and whether it runs. */
  clock?: { start?: number; running?: boolean }
  /** Called with errors of the sandbox itself. */
  onError?: (error: unknown) => void
}

/** What all callers together may use of this machine. */
export type Limits = {
  /** Bytes of all request bodies and mails being received, over HTTP and SMTP together. */
  bodyBytes: number
  /** A body or mail that makes no progress for this long is given up. */
  bodyMilliseconds: number
  /** Time for the head of a request, and for the first command of an SMTP session. */
  headMilliseconds: number
  /** How often the times of heads and bodies are checked. */
  checkMilliseconds: number
  /** How long connections that were used before may stay idle. */
  httpIdleMilliseconds: number
  smtpIdleMilliseconds: number
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
    headMilliseconds: 30_000,
    checkMilliseconds: 1000,
    // Longer than browsers and pools keep idle connections: a call must not be sent on one that is just being closed.
    httpIdleMilliseconds: 310_000,
    smtpIdleMilliseconds: 100_000,
    // Load tests open 10,000 connections at once.
    httpConnections: 16_384,
    smtpConnections: 2000,
  },
} as const

/** The options that reading a call depends on, with their defaults filled in. */
export type ServiceSettings = {
  strict: boolean
  /** Lower case: HTTP header names are case-insensitive. */
  userHeader: string
  keyHeader: string
  /** Prefix of the option keys in `headers`, upper case: `X-SVC-`. */
  prefix: string
  maxMessageBytes: number
  maxRecipients: number
  webhookHosts: readonly string[]
}

export function serviceSettings(options: SandboxOptions): ServiceSettings {
  const { user, key } = options.headerNames ?? defaults.headerNames
  return {
    strict: options.strict ?? false,
    userHeader: user.toLowerCase(),
    keyHeader: key.toLowerCase(),
    prefix: (options.prefix ?? defaults.prefix).toUpperCase(),
    maxMessageBytes: options.maxMessageBytes ?? defaults.maxMessageBytes,
    maxRecipients: options.maxRecipients ?? defaults.maxRecipients,
    webhookHosts: options.webhookHosts ?? [],
  }
}
