import type { SyncOptions, SyncStatus } from '#shared/contract/sync.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'

/** An account's sync, kept up to date by events. Each place that shows it has one; the core holds the truth. */
export class SyncState {
  status = $state.raw<SyncStatus | null>(null)
  error = $state.raw<unknown>(null)
  readonly #app: AppState
  readonly #accountId: string
  #turn = 0

  constructor(app: AppState, accountId: string) {
    this.#app = app
    this.#accountId = accountId
  }

  /** Call it in an effect: it follows until the view is closed. */
  follow(): () => void {
    void this.read()
    return this.#app.host.subscribe((event) => {
      const ours = event.name === 'archive.changed' && event.payload.accountId === this.#accountId
      const job = event.name === 'jobs.changed' && event.payload.accountId === this.#accountId && event.payload.endedAt
      if (ours || job) void this.read()
    })
  }

  get job() {
    return this.#app.jobs.find(
      (job) => job.kind === 'sync' && job.accountId === this.#accountId && job.endedAt === null,
    )
  }

  async read(): Promise<void> {
    const turn = ++this.#turn
    try {
      const status = await this.#app.host.invoke('sync.status', { accountId: this.#accountId })
      // Answers may overtake each other: only the one to the newest request counts.
      if (turn !== this.#turn) return
      this.status = status
      this.error = null
    } catch (thrown) {
      if (turn === this.#turn) this.error = thrown
    }
  }

  async now(): Promise<void> {
    await this.#attempt(() => this.#app.host.invoke('sync.now', { accountId: this.#accountId }))
  }

  async stop(): Promise<void> {
    const { job } = this
    if (job) await this.#attempt(() => this.#app.host.invoke('jobs.cancel', { id: job.id }))
  }

  /** Returns whether the options were saved; a failure is shown to the user. */
  configure(options: Partial<SyncOptions>): Promise<boolean> {
    return this.#attempt(async () => {
      const status = await this.#app.host.invoke('sync.configure', { accountId: this.#accountId, options })
      // An answer that is still on its way is older.
      this.#turn++
      this.status = status
    })
  }

  async #attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (thrown) {
      this.#app.fail(thrown)
      return false
    }
  }
}
