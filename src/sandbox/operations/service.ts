import type { KeyRing } from '../access/key-ring.ts'
import type { SandboxClock } from '../base/clock.ts'
import type { ServiceSettings } from '../base/options.ts'
import type { Credits } from '../engine/credits.ts'
import type { Engine } from '../engine/engine.ts'
import type { Exports } from '../exports/types.ts'
import type { Statistics } from '../statistics/statistics.ts'
import type { ApiKey, Store } from '../store/index.ts'
import type { WebhookCaller } from '../webhooks/webhook-caller.ts'

/** The parts used by all operations. */
export type Service = {
  store: Store
  statistics: Statistics
  exports: Exports
  keyRing: KeyRing
  clock: SandboxClock
  engine: Engine
  webhookCaller: WebhookCaller
  credits: Credits
  settings: ServiceSettings
}

/** An authenticated call of an operation. */
export type Call = {
  service: Service
  params: readonly string[]
  query: URLSearchParams
  /** Parsed JSON; undefined for methods without a body. */
  body: unknown
  key: ApiKey
  ip: string
  /** Aborted when the sandbox closes, because closing waits for all operations. */
  signal: AbortSignal
}
