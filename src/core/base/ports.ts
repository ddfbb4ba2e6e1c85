import type { Capabilities } from '#shared/contract/app.ts'
import type { KeychainState } from '#shared/contract/keychain.ts'
import type { OutboxEntry, OutboxMessage, SandboxClockState, SandboxRequestDetail } from '#shared/contract/sandbox.ts'
import type { ScenarioName } from '#shared/domain/sandbox/scenario.ts'
import type { Fault } from '#shared/domain/sandbox/fault.ts'

/** What a host supplies to the core. A port is small, so that a host can be written and read in one sitting. */
export type Ports = {
  readonly host: HostIdentity
  readonly capabilities: Capabilities
  readonly secrets: SecretStore
  readonly dialogs: Dialogs
  readonly files: Files
  readonly shell: Shell
  readonly notifier: Notifier
  readonly window: Window
  readonly sandbox: SandboxHost
  readonly paths: Paths
  readonly clock: Clock
  readonly logger: Logger
}

export type HostIdentity = {
  /** Shown in About: `Electron 45.4.1`, `browser host`, `command line`. */
  readonly name: string
  readonly appVersion: string
  readonly components: readonly { name: string; version: string }[]
}

/** Keys of accounts. Every call may take as long as a person needs to answer the keychain's own prompt. */
export type SecretStore = {
  state(): Promise<KeychainState>
  /** Rejects with AppError `keychain-<state>` when the store cannot answer; null only when there is no such secret. */
  get(id: string): Promise<string | null>
  set(id: string, secret: string): Promise<void>
  delete(id: string): Promise<void>
  /** For good: what waits for an answer is given up. */
  close(): void
}

export type Question = { readonly message: string; readonly detail: string; readonly confirmLabel: string }

/** Asks the user past the page, which may not answer for them. */
export type Dialogs = {
  /** True only where the user chose to go on. */
  confirm(question: Question): Promise<boolean>
}

export type ChooseOptions = { title: string; multiple: boolean; extensions: readonly string[] }

/** The host's dialogs. Paths stay on this side of the contract: the core hands out tokens. */
export type Files = {
  choose(options: ChooseOptions): Promise<readonly string[]>
  chooseSaveTarget(suggestedName: string): Promise<string | null>
}

export type Shell = {
  openExternal(url: string): Promise<void>
  reveal(path: string): Promise<void>
}

export type Notifier = {
  notify(notification: { title: string; body: string; action?: string }): void
}

export type Window = {
  reset(): void
  /** The page's choice, for the frame and the native widgets; `system` follows the system. */
  setTheme(theme: 'system' | 'light' | 'dark'): void
}

export type WorkerName = 'sandbox' | 'archive' | 'import' | 'keychain'

export type Paths = {
  readonly data: string
  /** Licence texts, icons, seed lists. */
  readonly resources: string
  /**
   * Where the bundle of a worker thread or process is. Never its source: Node strips types with WebAssembly, and V8 may end the
   * process when several threads do so at once.
   */
  worker(name: WorkerName): URL
}

export type Clock = {
  /** Epoch milliseconds. */
  now(): number
  /** Calls back once after the delay, unless cancelled. */
  after(milliseconds: number, callback: () => void): { cancel(): void }
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

export type Logger = {
  log(level: LogLevel, text: string, details?: Readonly<Record<string, unknown>>): void
  setLevel(level: LogLevel): void
}

/** Starts the sandbox in a worker of its own. The core may not import it: the client must not share its mistakes. */
export type SandboxHost = {
  /** Rejects with the reason of the signal when that comes first: what was being filled is left as it was before. */
  start(options: {
    data: string
    scenario: ScenarioName
    port: number
    worker: URL
    signal: AbortSignal
  }): Promise<RunningSandbox>
}

export type RunningSandbox = {
  /** `http://127.0.0.1:PORT/v1` */
  readonly url: string
  readonly smtp: string | null
  readonly credentials: { readonly user: string; readonly key: string }
  /** Its controls, for programs. */
  readonly adminUrl: string
  readonly adminToken: string
  readonly control: SandboxControl
  /** Told that requests were answered. */
  onActivity(listener: () => void): () => void
  /** Told what was changed at the controls, here or by a program, before whoever did is answered. */
  onChange(listener: (change: 'requests' | 'faults' | 'clock' | 'keys' | 'reset') => void): () => void
  /** Told when the sandbox ended without being asked to. */
  onEnd(listener: (reason: string) => void): () => void
  close(): Promise<void>
}

export type LoggedRequest = Omit<SandboxRequestDetail, 'fault'> & { fault?: string }

export type SandboxControl = {
  state(): Promise<{
    scenario: ScenarioName
    resets: number
    strict: boolean
    messages: number
    clock: SandboxClockState
  }>
  /** `own`: those of Mailroom itself as well. */
  requests(whose: { own: boolean }): Promise<readonly LoggedRequest[]>
  clearRequests(): Promise<void>
  faults(): Promise<readonly Fault[]>
  setFaults(faults: readonly Fault[]): Promise<readonly Fault[]>
  advance(by: 'hour' | 'day' | 'week'): Promise<SandboxClockState>
  setRunning(running: boolean): Promise<SandboxClockState>
  reset(scenario: ScenarioName): Promise<unknown>
  outbox(limit: number, before?: string): Promise<readonly OutboxEntry[]>
  message(id: string): Promise<OutboxMessage | undefined>
  source(id: string): Promise<Uint8Array | undefined>
  attachment(id: string, index: number): Promise<{ contentType: string; bytes: Uint8Array } | undefined>
}
