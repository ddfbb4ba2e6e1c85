import type { Capabilities } from '#shared/contract/app.ts'
import type { KeychainState } from '#shared/contract/keychain.ts'
import type { OutboxEntry, OutboxMessage, OutboxSort, SandboxClockState } from '#shared/contract/sandbox.ts'
import type { SandboxRequest, SandboxRequestDetail, SandboxState } from '#shared/contract/sandbox.ts'
import type { ScenarioName } from '#shared/contract/base/scenario.ts'
import type { ReplyRule, ShownReplies } from '#shared/contract/base/sandbox/replies.ts'
import type { ControlledWebhook, LoggedCall, WebhookManner } from '#shared/contract/base/sandbox/controlled-webhooks.ts'
import type { SandboxSnapshot, SnapshotChanges } from '#shared/contract/base/sandbox/snapshots.ts'
import type { ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import type { Fault } from '#shared/contract/base/faults.ts'

/** Everything that a host provides to the core. Ports are small, so that a new host is quick to write. */
export type Ports = {
  readonly host: HostIdentity
  readonly capabilities: Capabilities
  readonly secrets: SecretStore
  readonly dialogs: Dialogs
  readonly files: Files
  readonly shell: Shell
  readonly notifier: Notifier
  readonly window: Window
  readonly printer: Printer
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

/**
 * Account keys, and passwords for teams’ servers. A call may take as long as the user needs to respond to the
 * keychain’s prompt.
 */
export type SecretStore = {
  state(): Promise<KeychainState>
  /** Rejects with the AppError `keychain-<state>` if the store cannot be read; null only if there is no such secret. */
  get(id: string): Promise<string | null>
  set(id: string, secret: string): Promise<void>
  delete(id: string): Promise<void>
  /**
   * Whether the host was given this secret for its run. Such a secret takes precedence over one that the user keeps
   * elsewhere.
   */
  isGiven?(id: string): boolean
  /** Closes the store permanently: running calls are rejected. */
  close(): void
}

export type Question = { readonly message: string; readonly detail: string; readonly confirmLabel: string }

/** Asks the user outside the page, because the page must not be able to respond for them. */
export type Dialogs = {
  /** True only if the user confirmed. */
  confirm(question: Question): Promise<boolean>
}

export type ChooseOptions = { title: string; multiple: boolean; extensions: readonly string[] }

/** If `startIn` is null, the dialog decides where to start. */
export type FolderOptions = { title: string; startIn: string | null }

/** The host’s file dialogs. Paths stay on this side of the contract: the page gets tokens. */
export type Files = {
  choose(options: ChooseOptions): Promise<readonly string[]>
  chooseFolder(options: FolderOptions): Promise<string | null>
  chooseSaveTarget(suggestedName: string): Promise<string | null>
}

export type Shell = {
  openExternal(url: string): Promise<void>
  reveal(path: string): Promise<void>
  /** Opens a file with the program that the system associates with its type. */
  openFile(path: string): Promise<void>
  copyText(text: string): Promise<void>
  /** Clears the clipboard if it still contains this text. Requires the `clipboard` capability. */
  clearText(text: string): Promise<void>
  /** Lets the user drop one of the page’s files into another program. Requires the `dragOut` capability. */
  dragFile(path: string): Promise<void>
}

export type Notifier = {
  /** Clicking the notification opens this view of the account, such as `alerts`. */
  notify(notification: { title: string; body: string; accountId: string; view: string }): void
}

export type Printer = {
  /**
   * Prints one of Mailroom’s documents to PDF, without running scripts or fetching anything. Requires the `print`
   * capability.
   */
  print(html: string, signal: AbortSignal): Promise<Uint8Array>
}

export type Window = {
  reset(): void
  /** Sets the theme of the window frame and the native widgets. */
  setTheme(theme: 'system' | 'light' | 'dark'): void
  /** The number on the app’s icon; 0 for none. Requires the `badge` capability. */
  setBadge(count: number): void
}

export type WorkerName = 'sandbox' | 'archive' | 'team-archive' | 'blacklists' | 'bodies' | 'import' | 'keychain'

export type Paths = {
  readonly data: string
  /** The folder with license texts and icons. */
  readonly resources: string
  /**
   * The bundle of a worker thread or process, never its source: Node strips types with WebAssembly, and V8 may end the
   * process if several threads do so at the same time.
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

/**
 * Starts the sandbox in a separate worker. The core must not import the sandbox, so that the client does not share its
 * bugs.
 */
export type SandboxHost = {
  /**
   * Rejects with the signal’s reason if the signal is aborted first; data that was being filled is left as it was before.
   */
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
  /** The last run’s SMTP port, if another program uses it now. */
  readonly smtpMovedFrom: number | null
  /** `127.0.0.1:PORT`, where the records of the sandbox’s domains can be queried. */
  readonly dns: string
  readonly credentials: { readonly user: string; readonly key: string }
  /** The URL of the sandbox’s controls, for programs. */
  readonly adminUrl: string
  readonly adminToken: string
  readonly control: SandboxControl
  /** Called after requests, and after messages have changed. */
  onActivity(listener: () => void): () => void
  /** Called for a change made through the controls, by Mailroom or another program, before that call returns. */
  onChange(
    listener: (change: 'requests' | 'faults' | 'clock' | 'keys' | 'names' | 'replies' | 'snapshots' | 'reset') => void,
  ): () => void
  /** Called if the sandbox ends unexpectedly. */
  onEnd(listener: (reason: string) => void): () => void
  close(): Promise<void>
}

type RequestSummary = Omit<SandboxRequest, 'fault'> & { fault?: string }

type LoggedRequest = Omit<SandboxRequestDetail, 'fault' | 'messages' | 'notes'> & {
  fault?: string
  messages: readonly string[]
  notes: readonly string[]
}

export type SandboxControl = {
  state(): Promise<Omit<SandboxState, 'url' | 'smtp' | 'smtpMovedFrom' | 'user' | 'key' | 'adminUrl' | 'adminToken'>>
  setNames(names: ServiceNames): Promise<ServiceNames>
  /** The certificate authority’s certificate, in PEM format. */
  certificate(): Promise<string>
  /** With `own`, Mailroom’s own requests are included. */
  requestList(whose: { own: boolean }): Promise<readonly RequestSummary[]>
  request(id: number): Promise<LoggedRequest | undefined>
  requestOf(messageId: string): Promise<number | null>
  replay(id: number): Promise<{ id: number | null; status: number }>
  clearRequests(): Promise<void>
  /** Messages that are new or have changed since they were last taken, as the service lists them. */
  takeChanges(limit: number): Promise<readonly unknown[]>
  faults(): Promise<readonly Fault[]>
  setFaults(faults: readonly Fault[]): Promise<readonly Fault[]>
  advance(by: 'hour' | 'day' | 'week'): Promise<SandboxClockState>
  setRunning(running: boolean): Promise<SandboxClockState>
  reset(scenario: ScenarioName): Promise<unknown>
  outbox(limit: number, before?: string): Promise<readonly OutboxEntry[]>
  searchOutbox(asked: {
    text: string
    limit: number
    before?: string | undefined
    sort?: OutboxSort | undefined
  }): Promise<readonly OutboxEntry[]>
  message(id: string): Promise<Omit<OutboxMessage, 'request'> | undefined>
  source(id: string): Promise<Uint8Array | undefined>
  attachment(id: string, index: number): Promise<{ contentType: string; bytes: Uint8Array } | undefined>
  readonly snapshots: SnapshotControl
  readonly webhooks: WebhookControl
  readonly replies: ReplyControl
}

type ReplyControl = {
  shown(limit: number): Promise<ShownReplies>
  setRules(rules: readonly ReplyRule[]): Promise<readonly ReplyRule[]>
  setReceiver(address: string | null): Promise<void>
}

type WebhookControl = {
  list(): Promise<ControlledWebhook[]>
  change(id: string, manner: WebhookManner): Promise<ControlledWebhook | undefined>
  calls(id: string, limit: number): Promise<CallInLog[] | undefined>
  replay(id: string, n: number): Promise<CallInLog | undefined>
}

type CallInLog = Omit<LoggedCall, 'payload'> & { payload: object | null }

type SnapshotControl = {
  list(): Promise<SandboxSnapshot[]>
  pathOf(name: string): Promise<string>
  /** Returns the name of the snapshot that was added from the file. */
  add(file: string, fileName: string): Promise<string>
  save(name: string, options: { replace: boolean }): Promise<unknown>
  restore(name: string): Promise<void>
  compare(name: string): Promise<SnapshotChanges>
  remove(name: string): Promise<void>
}
