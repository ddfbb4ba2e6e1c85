import { existsSync } from 'node:fs'
import type { Account } from '#shared/contract/accounts.ts'
import { secondsPerDay } from '#shared/domain/base/durations.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { EventBus } from '../base/event-bus.ts'
import { PerAccount } from '../base/per-account.ts'
import type { Ports } from '../base/ports.ts'
import type { Bodies } from '../bodies/index.ts'
import { Throttle, type Jobs, type JobStart, type JobWork } from '../jobs/index.ts'
import { readOptions, writeOptions } from './options.ts'
import { serviceSource } from './service-source.ts'
import type { Source } from './source.ts'
import { Sync } from './sync.ts'

type SyncsOptions = {
  readonly ports: Ports
  readonly accounts: Accounts
  readonly archives: Archives
  readonly bodies: Bodies
  readonly jobs: Jobs
  readonly events: EventBus
}

/** A year and a month, which covers everything in a sandbox scenario. */
const sandboxHistory = 400 * secondsPerDay

/** One sync per account, and the jobs that the syncs run as. */
export class Syncs {
  readonly #options: SyncsOptions
  readonly #syncs = new PerAccount<Sync>((accountId) => this.#open(accountId))
  readonly #changes = new Map<string, Throttle>()

  constructor(options: SyncsOptions) {
    this.#options = options
  }

  of(accountId: string): Promise<Sync> {
    return this.#syncs.of(accountId)
  }

  /**
   * Whether this Mailroom does the work that only one Mailroom per team may do: it is the one that syncs the team’s
   * archive.
   */
  async leads(accountId: string): Promise<boolean> {
    if (this.#options.accounts.teamServers.find(accountId) === null) return true
    // The last sync’s status is not enough: a computer that slept may have lost its turn since.
    return (await (await this.#options.archives.turnOf(accountId))?.state())?.mine === true
  }

  /**
   * `follows` if another Mailroom syncs the team’s archive and this one could take over. Null if nobody syncs it, or this
   * Mailroom can’t change it.
   */
  async roleInTeam(accountId: string): Promise<'leads' | 'follows' | null> {
    const state = await (await this.#options.archives.turnOf(accountId))?.state()
    if (state === undefined || state.name === null) return null
    if (state.mine) return 'leads'
    const { lease } = (await this.of(accountId)).status()
    return lease === null || lease.readOnly ? null : 'follows'
  }

  /** Resumes the syncs when the app starts. The sandbox’s sync must wait until its service is running. */
  async resume(): Promise<void> {
    // A team archive’s server may not respond when Mailroom starts, so its account may be resumed later.
    const { accounts, events } = this.#options
    events.subscribe((event) => {
      if (event.name !== 'archive.changed' || accounts.teamServers.find(event.payload.accountId) === null) return
      void this.resumeOne(accounts.get(event.payload.accountId))
    })
    for (const account of this.#options.accounts.list().accounts) {
      if (account.kind !== 'sandbox') await this.resumeOne(account)
    }
  }

  /** Continues an account’s sync if it keeps history. */
  async resumeOne({ id, storeHistory, teamServer }: Account): Promise<void> {
    const { accounts, ports } = this.#options
    const isNew = teamServer === null && !existsSync(accounts.folder(id))
    if (this.#syncs.isClosed || !storeHistory || isNew) return
    await this.of(id).catch((error: unknown) => {
      ports.logger.log('error', 'An account’s sync did not start.', { account: id, reason: String(error) })
    })
  }

  /** Empties the archive, which no longer matches the account’s history, and reads everything again. */
  async startOver(accountId: string): Promise<void> {
    const { accounts, archives, bodies } = this.#options
    const empty = (): Promise<void> => bodies.during(accountId, () => archives.empty(accountId))
    if (accounts.get(accountId).storeHistory) await this.#syncs.replace(accountId, empty)
    else {
      await this.#syncs.close(accountId)
      await empty()
    }
    this.emitChange(accountId)
  }

  /** Switches to another archive. Calls that arrive in the meantime wait for it. */
  async exchangeArchive(accountId: string, work: () => Promise<void>): Promise<void> {
    await this.#syncs.replace(accountId, () => this.#options.archives.exchange(accountId, work))
    this.emitChange(accountId)
  }

  /**
   * Called before history is kept again: how far back to read is a new decision, even if the old archive still exists.
   * Returns a function that undoes this. While the account is being changed, nothing may sync by the old decision.
   */
  async resetStart(accountId: string): Promise<() => Promise<void>> {
    const { archives } = this.#options
    const before = await archives.visit(accountId, async (archive) => {
      const options = await readOptions(archive)
      await writeOptions(archive, { ...options, from: null })
      return options
    })
    return async () => {
      if (before) await archives.visit(accountId, (archive) => writeOptions(archive, before))
    }
  }

  async close(accountId: string): Promise<void> {
    this.#changes.get(accountId)?.cancel()
    await this.#syncs.close(accountId)
  }

  async closeAll(): Promise<void> {
    for (const change of this.#changes.values()) change.cancel()
    await this.#syncs.closeAll((account, error) => {
      this.#options.ports.logger.log('error', 'A sync did not stop properly.', { account, reason: String(error) })
    })
  }

  /**
   * Starts a job, which counts as a change to the archive while it runs. `done` resolves when it has ended,
   * successfully or not.
   */
  startJob(
    accountId: string,
    work: JobWork,
    given: Partial<Pick<JobStart, 'kind' | 'title' | 'goesOn'>> = {},
  ): { id: string; done: Promise<void> } {
    const done = Promise.withResolvers<void>()
    const id = this.#options.jobs.start({
      kind: 'sync',
      title: `Sync ${this.#options.accounts.get(accountId).name}`,
      // The next start syncs again automatically.
      goesOn: true,
      replacesEnded: true,
      ...given,
      accountId,
      work: async ({ signal, progress }) => {
        const report: typeof progress = (step) => {
          progress(step)
          this.emitChange(accountId)
        }
        try {
          return await work({ signal, progress: report })
        } finally {
          done.resolve()
          // The event is emitted without delay: otherwise, a first sync that has just ended would appear to have found
          // nothing.
          this.#changes.get(accountId)?.cancel()
          this.emitChange(accountId)
        }
      },
    })
    this.emitChange(accountId)
    return { id, done: done.promise }
  }

  /** Called when records have arrived or a sync has begun or ended. Emits at most one event per second. */
  emitChange(accountId: string): void {
    let change = this.#changes.get(accountId)
    if (!change) {
      const { ports, events } = this.#options
      change = new Throttle(ports.clock, 1000, () => events.emit({ name: 'archive.changed', payload: { accountId } }))
      this.#changes.set(accountId, change)
    }
    change.call()
  }

  /** Calls the listener when the account gets a key. The event is emitted only once calls use that key. */
  #onKey(accountId: string, listener: () => void): () => void {
    const { accounts, events } = this.#options
    let known = accounts.timesKeyWasSet(accountId)
    return events.subscribe(({ name }) => {
      if (name !== 'accounts.changed') return
      const times = accounts.timesKeyWasSet(accountId)
      if (times === known) return
      known = times
      listener()
    })
  }

  async #open(accountId: string): Promise<Sync> {
    const { ports, accounts, archives, bodies } = this.#options
    const { kind } = accounts.get(accountId)
    const clock = accounts.clockOf(accountId)
    const { logger } = ports
    // The client is looked up at each use, because a changed profile or key creates a new client.
    const source: Source = {
      exportAll: (...given) => serviceSource(accounts.client(accountId), logger).exportAll(...given),
      clockSkew: () => accounts.client(accountId).clockSkew(),
      page: (...given) => serviceSource(accounts.client(accountId), logger).page(...given),
    }
    const startJob = (work: JobWork): Promise<void> => this.startJob(accountId, work).done
    const pruneBodies = (before: number): Promise<void> =>
      bodies.prune(accountId, before).catch((error: unknown) => {
        // The data just read is still complete. The next sync tries again.
        logger.log('warn', 'Old copies of sent messages could not be removed.', {
          account: accountId,
          reason: String(error),
        })
      })
    const archive = await archives.of(accountId)
    const sync = await Sync.open({
      archive,
      pruneBodies,
      source,
      clock,
      logger,
      startJob,
      onKey: (listener) => this.#onKey(accountId, listener),
      turn: await archives.turnOf(accountId),
      onLease: () => this.emitChange(accountId),
    })
    if (kind === 'sandbox' && sync.status().options.from === null) {
      // The user isn’t asked how far back to read, because reading everything takes a second and uses no quota.
      await sync.setOptions({ from: Math.floor(clock.now() / 1000) - sandboxHistory })
    }
    sync.start()
    return sync
  }
}
