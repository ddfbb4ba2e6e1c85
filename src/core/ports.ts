import type { Capabilities } from '#shared/contract/app.ts'
import type { KeychainState } from '#shared/contract/keychain.ts'

/** What a host supplies to the core. A port is small, so that a host can be written and read in one sitting. */
export type Ports = {
  readonly host: HostIdentity
  readonly capabilities: Capabilities
  readonly secrets: SecretStore
  readonly files: Files
  readonly shell: Shell
  readonly notifier: Notifier
  readonly window: Window
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

export type WorkerName = 'sandbox' | 'archive'

export type Paths = {
  readonly data: string
  /** Licence texts, icons, seed lists. */
  readonly resources: string
  /** Where the code of a worker thread is: source in Node, a bundle in the packaged app. */
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
