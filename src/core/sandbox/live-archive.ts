import { AppError } from '#shared/contract/base/error.ts'
import { fromStatistics } from '#shared/domain/service/to-message.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { readMessage } from '../api/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ports, SandboxControl } from '../base/ports.ts'
import { Throttle } from '../jobs/index.ts'
import type { Syncs } from '../sync/index.ts'

export type LiveArchiveNeeds = {
  readonly ports: Pick<Ports, 'clock' | 'logger'>
  readonly archives: Archives
  readonly syncs: Pick<Syncs, 'emitChange'>
  readonly account: () => Account | undefined
}

/** The sandbox needs about 10 ms per batch, during which its callers wait. */
const batch = 1000
/**
 * The minimum time between two steps in milliseconds, because advancing the clock may change ten thousand messages at
 * the same time.
 */
const interval = 100

/**
 * Copies what happens in the sandbox into its account’s archive without waiting for a sync. It queries the controls, not
 * the service, so that it neither runs into active faults nor uses up faults meant for a limited number of calls.
 */
export class LiveArchive {
  readonly #needs: LiveArchiveNeeds
  readonly #due: Throttle
  #control: SandboxControl | null = null
  /** One step at a time: changes taken before a reset must not reach the archive after it was emptied. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(needs: LiveArchiveNeeds) {
    this.#needs = needs
    this.#due = new Throttle(needs.ports.clock, interval, () => this.#enqueue(() => this.#takeBatch()))
  }

  follow(control: SandboxControl): void {
    this.#control = control
    this.call()
  }

  /** Called when something may have changed. */
  call(): void {
    this.#due.call()
  }

  /** Runs the work after all changes taken before it have been written. Failures are logged as `what`. */
  then(what: string, work: () => Promise<void>): void {
    this.#enqueue(work, what)
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await this.#queue
  }

  /** Called before the sandbox stops, because its last changes are still needed. */
  async finish(): Promise<void> {
    this.#due.cancel()
    this.#enqueue(async () => {
      while (await this.#take());
    })
    await this.#queue
    this.#control = null
  }

  /** Closes without the last changes, which the sync reads after the next start. */
  close(): void {
    this.#due.cancel()
    this.#control = null
  }

  #enqueue(work: () => Promise<void>, what = 'New sandbox events couldn’t be added to its archive'): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      const { message, details } = AppError.from(error)
      this.#needs.ports.logger.log('error', `${what}: ${message}`, details)
    })
  }

  async #takeBatch(): Promise<void> {
    if (await this.#take()) this.call()
  }

  /** Copies one batch of changes. Returns whether there may be more. */
  async #take(): Promise<boolean> {
    const { account, archives, syncs } = this.#needs
    const own = account()
    if (this.#control === null || !own?.storeHistory) return false
    const records = (await this.#control.takeChanges(batch)).map(readMessage)
    if (records.length === 0) return false
    const archive = await archives.of(own.id)
    const { added, changed } = await archive.import(records.map((record) => fromStatistics(record, { from: 0, to: 0 })))
    if (added + changed > 0) syncs.emitChange(own.id)
    return records.length === batch
  }
}
