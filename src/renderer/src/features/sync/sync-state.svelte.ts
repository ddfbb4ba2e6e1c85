import type { AppError } from '#shared/contract/base/error.ts'
import type { Horizon } from '#shared/contract/archive.ts'
import type { SyncOptions, SyncStatus } from '#shared/contract/sync.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { followAccount } from '../../lib/state/account-list.svelte.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'
import { leaseText } from '../team/index.ts'
import { freshness, type Freshness } from './freshness.ts'

/**
 * An account’s sync, kept up to date by events. Each view that shows the sync has a separate instance; the core holds the
 * authoritative state.
 */
export class SyncState {
  readonly #app: AppState
  readonly #accountId: string
  readonly #status: Loader<SyncStatus>

  constructor(app: AppState, accountId: string) {
    this.#app = app
    this.#accountId = accountId
    this.#status = new Loader(() => app.host.invoke('sync.status', { accountId }))
  }

  get status(): SyncStatus | null {
    return this.#status.value ?? null
  }

  get error(): AppError | undefined {
    return this.#status.error
  }

  /** Call this in an effect: the state is followed until the view is destroyed. */
  follow(): () => void {
    void this.read()
    const { host } = this.#app
    const followed = { accountId: this.#accountId, events: ['archive.changed'] } as const
    const stopArchive = followAccount(host, followed, () => void this.read())
    const stopJobs = host.subscribe(({ name, payload }) => {
      if (name === 'jobs.changed' && payload.accountId === this.#accountId && payload.endedAt) void this.read()
    })
    return () => {
      stopArchive()
      stopJobs()
    }
  }

  get job() {
    return this.#app.jobs.find(
      (job) => job.kind === 'sync' && job.accountId === this.#accountId && job.endedAt === null,
    )
  }

  /** Whether the account’s key is missing, in which case every sync fails until the user enters one. */
  get lacksKey(): boolean {
    return this.#app.accounts.find(({ id }) => id === this.#accountId)?.keyState === 'missing'
  }

  /** Why this Mailroom does not sync the team archive now; null if it does, or if it may. */
  get syncedElsewhere(): string | null {
    const lease = this.status?.lease
    if (!lease || lease.mine || (lease.name === null && !lease.readOnly)) return null
    return leaseText(lease, this.#app.formats)
  }

  /**
   * Returns the freshness of the archive, in the same words in every view. `now` is from the clock of this computer or
   * of the service.
   */
  freshness(horizon: Horizon, now: number): Freshness {
    const { status } = this
    const sync = {
      running: this.job !== undefined,
      paused: status?.options.paused ?? false,
      // Until the status is known, nothing is shown as up to date.
      failed: status === null || status.lastError !== null || this.lacksKey,
      interval: status?.options.interval ?? 0,
    }
    const fresh = freshness(horizon, sync, now, this.#app.formats)
    return status === null ? { ...fresh, tone: 'quiet' } : fresh
  }

  read(): Promise<void> {
    return this.#status.load()
  }

  async now(): Promise<void> {
    await this.#app.attempt(() => this.#app.host.invoke('sync.now', { accountId: this.#accountId }))
  }

  async stop(): Promise<void> {
    const { job } = this
    if (job) await this.#app.attempt(() => this.#app.host.invoke('jobs.cancel', { id: job.id }))
  }

  /** Returns whether the options were saved. A failure is shown to the user. */
  configure(options: Partial<SyncOptions>): Promise<boolean> {
    return this.#app.attempt(async () => {
      this.#status.put(await this.#app.host.invoke('sync.configure', { accountId: this.#accountId, options }))
    })
  }
}
