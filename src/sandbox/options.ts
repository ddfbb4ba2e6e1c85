import type { Fault } from '#shared/domain/fault.ts'
import type { ScenarioName } from './scenarios/types.ts'

export interface SandboxOptions {
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
  /** Credentials of the first key, when the data is new. */
  user?: string
  key?: string
  faults?: readonly Fault[]
  /** Where the clock of the sandbox starts, in epoch milliseconds, and whether it runs. */
  clock?: { start?: number; running?: boolean }
  /** Told of errors of the sandbox itself. */
  onError?: (error: unknown) => void
}

export interface RelayOptions {
  /** `smtp://user:password@host:port` */
  url: string
  allow: readonly string[]
}

export const defaults = {
  headerNames: { user: 'X-Service-ApiUser', key: 'X-Service-ApiKey' },
  prefix: 'X-SVC-',
  maxMessageBytes: 50 * 1_048_576,
  maxRecipients: 10_000,
} as const
