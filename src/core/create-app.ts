import type { AppEvent } from '#shared/contract/events.ts'
import type { FileTokens } from './files/file-tokens.ts'
import type { Handlers } from './handlers.ts'
import type { Ports } from './ports.ts'

export type App = {
  readonly handlers: Handlers
  readonly files: FileTokens
  /** Tells every event from now on; answers how to stop listening. */
  subscribe(listener: (event: AppEvent) => void): () => void
  /** Titles of the jobs that a quit would interrupt. */
  runningJobs(): string[]
  /** Lets running work finish or stop at a safe place, and writes what is not yet written. */
  close(): Promise<void>
}

export type CreateApp = (ports: Ports) => Promise<App>
