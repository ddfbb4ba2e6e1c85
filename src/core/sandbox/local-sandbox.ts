import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { FileRef } from '#shared/contract/files.ts'
import type { SandboxClockState, SandboxState } from '#shared/contract/sandbox.ts'
import type { ScenarioName } from '#shared/contract/base/scenario.ts'
import type { ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { sandboxStoppedError, type Accounts } from '../accounts/index.ts'
import { folderBytes } from '../base/folders.ts'
import { closingError } from '../base/closing.ts'
import type { FileTokens } from '../files/index.ts'
import { Throttle, type Jobs } from '../jobs/index.ts'
import type { RunningSandbox } from '../base/ports.ts'
import type { Ground } from '../base/room.ts'
import { FollowedNames } from './followed-names.ts'
import { LiveArchive, type LiveArchiveNeeds } from './live-archive.ts'

type LocalSandboxOptions = Pick<Ground, 'ports' | 'events'> &
  Pick<LiveArchiveNeeds, 'archives' | 'syncs'> & {
    readonly accounts: Accounts
    readonly files: FileTokens
    readonly jobs: Jobs
    /** Called after a reset by Mailroom or by another program: copies of the old data are now useless. */
    readonly onReset: (account: Account) => Promise<void>
  }

/** The sandbox run by Mailroom itself, and its account. */
export class LocalSandbox {
  readonly #options: LocalSandboxOptions
  readonly #data: string
  readonly #changed: Throttle
  /** Only one start at a time: a second caller waits for the first start. */
  #starting: Promise<RunningSandbox> | null = null
  #cancelling = new AbortController()
  #running: RunningSandbox | null = null
  /** The stop in progress. Until it resolves, the service may still respond, and its port is still in use. */
  #stopping: Promise<void> | null = null
  #faults: SandboxState['faults'] = []
  readonly #live: LiveArchive
  readonly #names: FollowedNames
  readonly #closing = new AbortController()

  constructor(options: LocalSandboxOptions) {
    this.#options = options
    const { ports, events } = options
    this.#live = new LiveArchive({ ...options, account: () => options.accounts.sandboxAccount() })
    this.#names = new FollowedNames(options.accounts)
    this.#data = join(ports.paths.data, 'sandbox')
    this.#changed = new Throttle(ports.clock, 250, () => {
      const running = this.#running !== null || this.#stopping !== null
      events.emit({ name: 'sandbox.changed', payload: { running, faults: [...this.#faults] } })
    })
  }

  /** Called when the app starts: a sandbox with an account is started again. */
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

  async explore(scenario: ScenarioName): Promise<Account> {
    await this.#start(scenario)
    const account = this.#options.accounts.sandboxAccount()
    if (!account)
      throw new AppError(
        'internal',
        'The sandbox started, but its account could not be added. Stop the sandbox and start it again.',
      )
    await this.#options.accounts.select(account.id)
    return account
  }

  /** Starts the sandbox if necessary. The account that the user is working with stays the current one. */
  started(): Promise<RunningSandbox> {
    return this.#start('empty')
  }

  async state(): Promise<SandboxState | null> {
    await this.#stopped()
    const running = this.#running
    if (!running) return null
    const { url, smtp, smtpMovedFrom, credentials, adminUrl, adminToken, control } = running
    const state = await control.state()
    this.#options.accounts.sandbox.clockState = state.clock
    this.#faults = state.faults
    return { url, smtp, smtpMovedFrom, ...credentials, adminUrl, adminToken, ...state }
  }

  get running(): RunningSandbox {
    if (this.#running) return this.#running
    throw sandboxStoppedError()
  }

  async moveClock(move: { advance?: 'hour' | 'day' | 'week'; running?: boolean }): Promise<SandboxClockState> {
    const { control } = this.running
    if (move.advance) await control.advance(move.advance)
    if (move.running !== undefined) await control.setRunning(move.running)
    const { clock } = await control.state()
    this.#options.accounts.sandbox.clockState = clock
    return clock
  }

  async useNames(names: ServiceNames): Promise<void> {
    await this.#names.use(this.running, names)
  }

  reset(scenario: ScenarioName): string {
    const { control } = this.running
    return this.begin({
      title: `Fill the sandbox with ${scenario}`,
      note: 'Creating messages, events and statistics',
      work: async () => {
        await control.reset(scenario)
        return this.contents(control)
      },
    })
  }

  /** Starts a longer task on the sandbox’s data as a job. The task returns a sentence about its result. */
  begin({ title, note, work }: { title: string; note: string; work: () => Promise<string> }): string {
    return this.#options.jobs.start({
      kind: 'sandbox',
      title,
      cancellable: false,
      work: async ({ progress }) => {
        progress({ note })
        return { text: await work(), fileToken: null }
      },
    })
  }

  /**
   * Waits until the archive has followed a replacement of the data, and returns a sentence with the number of messages.
   */
  async contents(control: RunningSandbox['control']): Promise<string> {
    await this.#live.settled()
    const { messages } = await control.state()
    return `The sandbox now has ${plural(english, messages, 'message')}.`
  }

  /** Registers bytes from the sandbox as a file that the page can save. */
  file(name: string, bytes: Uint8Array): Promise<FileRef> {
    return this.#options.files.keep(name, bytes)
  }

  /** Also cancels a start in progress. */
  async stop(): Promise<void> {
    this.#cancelling.abort(new AppError('cancelled', 'The sandbox was stopped before it was ready. Start it again.'))
    this.#cancelling = new AbortController()
    this.#stopping ??= this.#finish(this.#starting).finally(() => {
      this.#stopping = null
      this.#changed.call()
    })
    await this.#stopping
  }

  bytes(): Promise<number> {
    return folderBytes(this.#data)
  }

  async remove(files: 'keep' | 'delete'): Promise<void> {
    await this.stop()
    if (files === 'delete') await rm(this.#data, { recursive: true, force: true })
  }

  /** Also cancels a start in progress: quitting does not wait for a million messages. */
  async close(): Promise<void> {
    this.#closing.abort(closingError())
    await this.#starting?.catch(() => undefined)
    this.#live.close()
    await this.#end()
    await this.#stopped()
    await this.#live.settled()
    this.#changed.cancel()
  }

  #startOver(): void {
    const { accounts, onReset } = this.#options
    this.#live.then('Not everything from before the sandbox’s reset could be removed', async () => {
      const account = accounts.sandboxAccount()
      if (account) await onReset(account)
    })
  }

  /** Waits for a stop in progress. If the stop fails, only the caller that requested it gets the error. */
  async #stopped(): Promise<void> {
    await this.#stopping?.catch(() => undefined)
  }

  /** Copies the last changes into the archive before the sandbox ends. */
  async #finish(starting: Promise<unknown> | null): Promise<void> {
    await starting?.catch(() => undefined)
    try {
      if (this.#running) await this.#live.finish()
    } finally {
      await this.#end()
    }
  }

  async #end(): Promise<void> {
    const running = this.#running
    this.#ended()
    await running?.close()
  }

  #ended(): void {
    this.#running = null
    this.#faults = []
    this.#options.accounts.sandbox.running = null
  }

  async #start(scenario: ScenarioName): Promise<RunningSandbox> {
    this.#closing.signal.throwIfAborted()
    if (this.#running && !this.#stopping) return this.#running
    if (!this.#starting) {
      this.#starting = this.#launch(scenario).finally(() => {
        this.#starting = null
      })
      this.#options.accounts.sandbox.starts(this.#starting)
    }
    return this.#starting
  }

  async #launch(scenario: ScenarioName): Promise<RunningSandbox> {
    const { ports, accounts } = this.#options
    const signal = AbortSignal.any([this.#closing.signal, this.#cancelling.signal])
    await this.#stopped()
    const launch = (port: number) =>
      ports.sandbox.start({ data: this.#data, scenario, port, worker: ports.paths.worker('sandbox'), signal })
    const wanted = lastPort(accounts.sandboxAccount())
    // If the port stays the same, code snippets that users have pasted into their programs keep working.
    const running = await launch(wanted).catch((error: unknown) => {
      if (wanted === 0 || signal.aborted) throw error
      return launch(0)
    })
    running.onActivity(() => {
      this.#changed.call()
      this.#live.call()
    })
    running.onChange((change) => {
      if (change === 'reset') this.#startOver()
      // The state is needed even while no view requests it, because searches use the sandbox’s clock.
      void this.state()
        .then((state) => {
          this.#changed.call()
          return change === 'names' && state ? this.useNames(state) : undefined
        })
        .catch(() => undefined)
    })
    running.onEnd((reason) => {
      ports.logger.log('error', 'The sandbox stopped unexpectedly.', { reason })
      this.#live.close()
      this.#ended()
      this.#changed.call()
    })
    try {
      signal.throwIfAborted()
      const { clock, headerNames, prefix } = await running.control.state()
      accounts.sandbox.clockState = clock
      // Runs before the page learns that the sandbox is running. Otherwise, the account would still point to the last
      // run’s port.
      await accounts.adoptSandbox({ ...running, headerNames, prefix })
    } catch (error) {
      accounts.sandbox.running = null
      await running.close()
      throw error
    }
    this.#running = running
    this.#live.follow(running.control)
    this.#changed.call()
    return running
  }
}

function lastPort(account: Account | undefined): number {
  return account && URL.canParse(account.baseUrl) ? Number(new URL(account.baseUrl).port) : 0
}
