import { join } from 'node:path'
import type { Fault } from '#shared/contract/base/faults.ts'
import type { ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import type { ScenarioName } from './scenario.ts'

export type SandboxOptions = {
  /** 0, the default, selects a free port. */
  port?: number
  /** Folder for the database and the outbox. Without it, everything is in memory and is lost when the sandbox closes. */
  data?: string
  /** The initial content of a new data folder. `empty` by default. */
  scenario?: ScenarioName
  /** The path of a snapshot file to start from instead of a scenario. */
  snapshot?: string | undefined
  /** Folder for snapshots. By default, a folder in `data`. */
  snapshots?: string | undefined
  /** Whether to refuse whatever the service’s documentation does not list. */
  strict?: boolean
  /** The SMTP server: off, on a free port, or on this port. On by default. */
  smtp?: boolean | number
  /**
   * The port of a second SMTP server, whose connections begin with TLS. 0 chooses a free port. Without it, there is no
   * such server. Requires `smtp`.
   */
  smtpsPort?: number | undefined
  /**
   * Whether the SMTP server announces STARTTLS. It takes the command anyway, but most libraries use TLS as soon as it is
   * announced, and then refuse to send unless they trust the sandbox’s certificate authority. Off by default.
   */
  announcesTls?: boolean
  /** Defaults to the names stored with the data. */
  headerNames?: ServiceNames['headerNames']
  /** Prefix of the option keys in a send’s `headers`. */
  prefix?: string
  maxMessageBytes?: number
  maxRecipients?: number
  /** Delivers messages for real to recipients in `allow`, a list of addresses and `@domain` entries. */
  relay?: RelayOptions
  /**
   * `HOST:PORT` of a mail server on this computer for replies to messages. Defaults to the one stored with the data. If
   * null, no replies are sent.
   */
  repliesTo?: string | null | undefined
  /** The owner of the first key in a new data folder. */
  user?: string
  /** The first key. By default, each data folder gets a different one. */
  key?: string
  /** An IP address to listen on in addition to 127.0.0.1, or 0.0.0.0 for all addresses. Requires an `adminToken`. */
  listen?: string | undefined
  /** The token for the controls. By default, each data folder gets a different one. */
  adminToken?: string | undefined
  /** Host names accepted in addition to this computer’s; a call with any other `Host` is refused. */
  hosts?: readonly string[]
  /** Host names that webhooks may call in addition to this computer. */
  webhookHosts?: readonly string[]
  /** Collects the messages that change, for `control.takeChanges`. */
  keepsChanges?: boolean
  limits?: Partial<Limits>
  faults?: readonly Fault[]
  /**
   * With the same seed, every run has the same ids, secrets and times, so that tests can rely on them. The clock is
   * then stopped at noon on 1 January 2026, or at the time given in `clock`.
   */
  seed?: number | undefined
  /** The initial time of the sandbox’s clock in epoch milliseconds, and whether the clock runs. */
  clock?: { start?: number; running?: boolean }
  /** Called with errors in the sandbox itself. */
  onError?: (error: unknown) => void
}

export function databasePath(data: string): string {
  return join(data, 'sandbox.sqlite')
}

/** Limits on this machine’s resources, for all callers together. */
export type Limits = {
  /**
   * The maximum number of bytes of all request bodies and emails that are being received, over HTTP and SMTP together.
   */
  bodyBytes: number
  /** How long a body or email may make no progress before it is abandoned. */
  bodyMilliseconds: number
  /** Time limit for a request’s headers, and for an SMTP session’s first command. */
  headMilliseconds: number
  /** How often the time limits for headers and bodies are checked. */
  checkMilliseconds: number
  /** How long previously used connections may stay idle. */
  httpIdleMilliseconds: number
  smtpIdleMilliseconds: number
  httpConnections: number
  smtpConnections: number
  /** How long the mail server that receives replies may be silent. */
  replyMilliseconds: number
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
    // Longer than browsers and connection pools keep idle connections, so that no call is sent on a connection that is
    // just being closed.
    httpIdleMilliseconds: 310_000,
    smtpIdleMilliseconds: 100_000,
    // Load tests open 10,000 connections at once.
    httpConnections: 16_384,
    smtpConnections: 2000,
    replyMilliseconds: 10_000,
  },
} as const

/** The names that may change while the sandbox runs. */
export type SettingNames = {
  /** In lower case, because HTTP header names are case-insensitive. */
  readonly userHeader: string
  readonly keyHeader: string
  /** Prefix of the option keys in `headers`, in upper case: `X-SVC-`. */
  readonly prefix: string
}

/** The options that affect how a call is read, with defaults filled in. */
export type ServiceSettings = SettingNames & {
  strict: boolean
  maxMessageBytes: number
  maxRecipients: number
  webhookHosts: readonly string[]
}

export function serviceSettings(options: SandboxOptions, names: SettingNames): ServiceSettings {
  return {
    strict: options.strict ?? false,
    get userHeader() {
      return names.userHeader
    },
    get keyHeader() {
      return names.keyHeader
    },
    get prefix() {
      return names.prefix
    },
    maxMessageBytes: options.maxMessageBytes ?? defaults.maxMessageBytes,
    maxRecipients: options.maxRecipients ?? defaults.maxRecipients,
    webhookHosts: options.webhookHosts ?? [],
  }
}
