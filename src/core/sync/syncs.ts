import { existsSync } from 'node:fs'
import type { SyncStatus } from '#shared/contract/sync.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { Accounts } from '../accounts/index.ts'
import { closingError } from '../base/closing.ts'
import type { EventBus } from '../base/event-bus.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { Throttle, type JobWork, type Jobs } from '../jobs/index.ts'
import type { Ports } from '../base/ports.ts'
import type { Source } from './source.ts'
import { serviceSource } from './service-source.ts'
import { Sync } from './sync.ts'
import type { Archives } from '../archive/index.ts'

type SyncsOptions = {
  readonly ports: Ports
  readonly accounts: Accounts
  readonly archives: Archives
  readonly jobs: Jobs
  readonly events: EventBus
}

/** A year and a month: all of what a sandbox scenario holds. */
const sandboxHistory = 400 * 86_400

/** One sync per account, and the jobs they run as. */
export class Syncs {
  readonly #options: SyncsOptions
  readonly #open = new Map<string, Promise<Sync>>()
  readonly #tellers = new Map<string, Throttle>()
  #closed = false

  constructor(options: SyncsOptions) {
    this.#options = options
  }

  of(accountId: string): Promise<Sync> {
    return this.#open.get(accountId) ?? this.#keep(accountId, this.#openOne(accountId))
  }

  /** At the start of the app. The account of the sandbox has to wait until its service runs. */
  async resume(): Promise<void> {
    for (const account of this.#options.accounts.list().accounts) {
      if (account.kind !== 'sandbox') await this.resumeOne(account)
    }
  }

  /** Goes on with the sync of an account whose history is kept. */
  async resumeOne({ id, storeHistory }: Account): Promise<void> {
    const { accounts, ports } = this.#options
    if (this.#closed || !storeHistory || !existsSync(accounts.folder(id))) return
    await this.of(id).catch((error: unknown) => {
      ports.logger.log('error', 'The sync of an account did not start.', { account: id, reason: String(error) })
    })
  }

  /** What the archive holds is no longer the account's history: it is dropped and read anew. */
  async startOver(accountId: string): Promise<void> {
    const { accounts, archives } = this.#options
    const before = this.#open.get(accountId)
    const empty = async (): Promise<void> => {
      await (await before?.catch(() => undefined))?.close()
      await archives.discard(accountId)
    }
    if (accounts.get(accountId).storeHistory) {
      // Whoever asks meanwhile waits for the new one: two syncs of one account would read everything twice.
      await this.#keep(
        accountId,
        empty().then(() => this.#openOne(accountId)),
      )
    } else {
      this.#open.delete(accountId)
      await empty()
    }
    this.#tell(accountId)
  }

  async release(accountId: string): Promise<void> {
    const sync = this.#open.get(accountId)
    this.#open.delete(accountId)
    this.#tellers.get(accountId)?.cancel()
    await (await sync?.catch(() => undefined))?.close()
  }

  /** For good: a page that still asks would start a sync that nobody stops. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#open.keys()].map((accountId) => this.release(accountId)))
  }

  handlers(): HandlersOf<'sync'> {
    return {
      'sync.status': async ({ accountId }) => shown(await this.of(accountId)),
      'sync.now': async ({ accountId }) => {
        const sync = await this.of(accountId)
        return { jobId: this.#startJob(accountId, sync.work).id }
      },
      'sync.configure': async ({ accountId, options }) => {
        const sync = await this.of(accountId)
        await sync.setOptions(options)
        this.#tell(accountId)
        return shown(sync)
      },
      'sync.estimate': async ({ accountId, from }, { signal }) => (await this.of(accountId)).estimate(from, signal),
    }
  }

  #keep(accountId: string, sync: Promise<Sync>): Promise<Sync> {
    this.#open.set(accountId, sync)
    // What took the place of a failed try meanwhile stays.
    sync.catch(() => this.#open.get(accountId) === sync && this.#open.delete(accountId))
    return sync
  }

  async #openOne(accountId: string): Promise<Sync> {
    if (this.#closed) throw closingError()
    const { ports, accounts, archives } = this.#options
    const { kind } = accounts.get(accountId)
    const clock = accounts.clockOf(accountId)
    const { logger } = ports
    // The client is asked for at each use: a changed profile or key makes a new one.
    const source: Source = {
      exportAll: (...given) => serviceSource(accounts.client(accountId), logger).exportAll(...given),
      page: (...given) => serviceSource(accounts.client(accountId), logger).page(...given),
    }
    const startJob = (work: JobWork) => this.#startJob(accountId, work).done
    const sync = await Sync.open({ archive: await archives.of(accountId), source, clock, logger, startJob })
    if (kind === 'sandbox' && sync.status().options.from === null) {
      // Nothing to ask: reading it all costs a second and nobody's quota.
      await sync.setOptions({ from: Math.floor(clock.now() / 1000) - sandboxHistory })
    }
    sync.start()
    return sync
  }

  #startJob(accountId: string, work: JobWork): { id: string; done: Promise<void> } {
    const { jobs, accounts } = this.#options
    let finish: () => void = () => undefined
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    const id = jobs.start({
      kind: 'sync',
      replacesEnded: true,
      title: `Sync ${accounts.get(accountId).name}`,
      accountId,
      work: async ({ signal, progress }) => {
        const tellToo: typeof progress = (step) => {
          progress(step)
          this.#tell(accountId)
        }
        try {
          return await work({ signal, progress: tellToo })
        } finally {
          finish()
          // At once: until then a first sync that is over would be shown as one that found nothing.
          this.#tellers.get(accountId)?.cancel()
          this.#tell(accountId)
        }
      },
    })
    this.#tell(accountId)
    return { id, done }
  }

  /** Records came in, or a sync began or ended: whoever shows the archive asks again. */
  #tell(accountId: string): void {
    let teller = this.#tellers.get(accountId)
    if (!teller) {
      const { ports, events } = this.#options
      teller = new Throttle(ports.clock, 1000, () => events.emit({ name: 'archive.changed', payload: { accountId } }))
      this.#tellers.set(accountId, teller)
    }
    teller.call()
  }
}

function shown(sync: Sync): SyncStatus {
  const { options, running, nextAt, last } = sync.status()
  const error = last?.error?.toJSON()
  return {
    options,
    running,
    nextAt,
    lastEndedAt: last?.endedAt ?? null,
    lastError: error ? { ...error, details: { ...error.details } } : null,
  }
}
