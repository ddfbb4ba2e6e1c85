import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { FileRef } from '#shared/contract/files.ts'
import type { SandboxSeed, SandboxState } from '#shared/contract/sandbox.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { closingError } from '../base/closing.ts'
import type { EventBus } from '../base/event-bus.ts'
import { exportsFolder } from '../files/exports-folder.ts'
import type { FileTokens } from '../files/file-tokens.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { Throttle } from '../jobs/throttle.ts'
import type { Ports, RunningSandbox } from '../base/ports.ts'

type LocalSandboxOptions = {
  readonly ports: Ports
  readonly accounts: Accounts
  readonly events: EventBus
  readonly files: FileTokens
  readonly jobs: Jobs
}

/** The sandbox that Mailroom itself runs, and its account. */
export class LocalSandbox {
  readonly #options: LocalSandboxOptions
  readonly #data: string
  readonly #changed: Throttle
  /** One start at a time: a second caller waits for the first's. */
  #starting: Promise<RunningSandbox> | null = null
  #running: RunningSandbox | null = null
  #onReset = async (): Promise<void> => undefined
  #startingOver = Promise.resolve()
  readonly #closing = new AbortController()
  /** Milliseconds its clock is ahead of ours, as far as was last seen. */
  ahead = 0

  constructor(options: LocalSandboxOptions) {
    this.#options = options
    const { ports, events } = options
    this.#data = join(ports.paths.data, 'sandbox')
    this.#changed = new Throttle(ports.clock, 250, () =>
      events.emit({ name: 'sandbox.changed', payload: { running: this.#running !== null } }),
    )
  }

  /** At the start of the app: whoever has a sandbox account finds it running. */
  async resume(): Promise<void> {
    if (!this.#options.accounts.sandboxAccount()) return
    try {
      await this.#start('empty')
    } catch (error) {
      if (this.#closing.signal.aborted) return
      const { message, details } = AppError.from(error)
      this.#options.ports.logger.log('error', `The sandbox did not start: ${message}`, details)
    }
  }

  async explore(seed: SandboxSeed): Promise<Account> {
    await this.#start(seed)
    const account = this.#options.accounts.sandboxAccount()
    if (!account) throw new AppError('internal', 'The sandbox started, but its account could not be added.')
    await this.#options.accounts.select(account.id)
    return account
  }

  async state(): Promise<SandboxState | null> {
    const running = this.#running
    if (!running) return null
    const { url, smtp, credentials, adminUrl, adminToken, control } = running
    const state = await control.state()
    this.ahead = state.clock.offset
    return { url, smtp, ...credentials, adminUrl, adminToken, ...state }
  }

  /** What others keep of its data is of no use after a reset, whoever asked for that. */
  onReset(listener: () => Promise<void>): void {
    this.#onReset = listener
  }

  /** The running sandbox, or a sentence. */
  get running(): RunningSandbox {
    if (this.#running) return this.#running
    throw new AppError('sandbox-stopped', 'The sandbox is not running. Start it in the Sandbox view.')
  }

  /** Whether a base URL leads to the sandbox that runs now. */
  isAt(baseUrl: string): boolean {
    if (this.#running === null || !URL.canParse(baseUrl)) return false
    return new URL(baseUrl).origin === new URL(this.#running.url).origin
  }

  reset(seed: SandboxSeed): string {
    const { control } = this.running
    return this.#options.jobs.start({
      kind: 'sandbox',
      title: `Fill the sandbox: ${seed}`,
      cancellable: false,
      work: async ({ progress }) => {
        progress({ note: 'Making messages, events and statistics' })
        await control.reset(seed)
        await this.#startingOver
        const { messages } = await control.state()
        return { text: `The sandbox now holds ${messages.toLocaleString('en')} messages.`, fileToken: null }
      },
    })
  }

  /** Something of the sandbox as a file the page can save. */
  async file(name: string, bytes: Uint8Array): Promise<FileRef> {
    const path = join(await exportsFolder(this.#options.ports.paths.data), `${crypto.randomUUID()}.part`)
    await writeFile(path, bytes, { mode: 0o600 })
    return this.#options.files.register(path, { name, isCopy: true })
  }

  tellChanged(): void {
    this.#changed.call()
  }

  async stop(): Promise<void> {
    await this.#starting?.catch(() => undefined)
    const running = this.#running
    this.#running = null
    await running?.close()
    this.tellChanged()
  }

  async forget(archive: 'keep' | 'delete'): Promise<void> {
    await this.stop()
    if (archive === 'delete') await rm(this.#data, { recursive: true, force: true })
  }

  /** A start that is under way is given up: nobody waits for a million messages to quit. */
  async close(): Promise<void> {
    this.#closing.abort(closingError())
    await this.stop()
    await this.#startingOver.catch(() => undefined)
    this.#changed.cancel()
  }

  #startOver(): void {
    this.#startingOver = this.#startingOver.catch(() => undefined).then(this.#onReset)
    this.#startingOver.catch((error: unknown) => {
      const { message, details } = AppError.from(error)
      this.#options.ports.logger.log('error', `What was kept of the sandbox could not be emptied: ${message}`, details)
    })
  }

  async #start(seed: SandboxSeed): Promise<RunningSandbox> {
    this.#closing.signal.throwIfAborted()
    if (this.#running) return this.#running
    this.#starting ??= this.#launch(seed).finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  async #launch(seed: SandboxSeed): Promise<RunningSandbox> {
    const { ports, accounts } = this.#options
    const { signal } = this.#closing
    const launch = (port: number) =>
      ports.sandbox.start({ data: this.#data, seed, port, worker: ports.paths.worker('sandbox'), signal })
    const wanted = lastPort(accounts.sandboxAccount())
    // The same port again keeps the snippets that users pasted into their programs working.
    const running = await launch(wanted).catch((error: unknown) => {
      if (wanted === 0) throw error
      return launch(0)
    })
    running.onActivity(() => this.tellChanged())
    running.onChange((change) => {
      if (change === 'reset') this.#startOver()
      // Also where no view asks: what is read next is read by this clock.
      void this.state().catch(() => undefined)
      this.tellChanged()
    })
    running.onEnd((reason) => {
      ports.logger.log('error', 'The sandbox ended unexpectedly.', { reason })
      this.#running = null
      this.tellChanged()
    })
    try {
      this.ahead = (await running.control.state()).clock.offset
      // Before anybody hears that it runs: its account would still lead to the port of the last run.
      await accounts.adoptSandbox(running)
    } catch (error) {
      await running.close()
      throw error
    }
    this.#running = running
    this.tellChanged()
    return running
  }
}

function lastPort(account: Account | undefined): number {
  return account && URL.canParse(account.baseUrl) ? Number(new URL(account.baseUrl).port) : 0
}
