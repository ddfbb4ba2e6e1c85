import { userInfo } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import type { BlacklistChange } from '#shared/contract/blacklists.ts'
import { blacklistTypes } from '#shared/domain/service/requests.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import { makePrivateFolder } from '../base/folders.ts'
import { JsonFile } from '../base/json-file.ts'
import { Queue } from '../base/queue.ts'
import type { Ground } from '../base/room.ts'
import { Channel } from '../base/threads/channel.ts'
import { Throttle, type JobProgress } from '../jobs/index.ts'
import { ChangeLog } from './change-log.ts'
import { ListReader } from './read-list.ts'
import { plainAddress } from './store/entry-table.ts'
import type { StoreData, StoreMethods } from './store/methods.ts'

export type AccountBlacklistNeeds = Ground & { readonly accounts: Accounts; readonly archives: Archives }

const visits = z.object({
  /** Epoch milliseconds. `before` is the visit before the last. */
  last: z.number().nullable(),
  before: z.number().nullable(),
})
type Visits = z.infer<typeof visits>

const noVisits: Visits = { last: null, before: null }

const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 }

type Opened = {
  readonly store: Channel<StoreMethods>
  readonly log: ChangeLog
  readonly visits: JsonFile<Visits>
}

/** The copies of one account’s blacklists, which are kept in a separate thread, and metadata about them. */
export class AccountBlacklists {
  readonly accountId: string
  readonly store: Channel<StoreMethods>
  readonly #needs: AccountBlacklistNeeds
  readonly #log: ChangeLog
  readonly #visits: JsonFile<Visits>
  readonly #changed: Throttle
  readonly #problems = new Map<string, AppError>()
  /** People erased since Mailroom started, in order. */
  readonly #erased: string[] = []
  /** Reads and resets, one after another. */
  readonly #turns = new Queue()
  /** Ends all reads requested so far. */
  #stop = new AbortController()
  #isReading = false

  private constructor(accountId: string, needs: AccountBlacklistNeeds, { store, log, visits: file }: Opened) {
    this.accountId = accountId
    this.#needs = needs
    this.store = store
    this.#log = log
    this.#visits = file
    this.#changed = new Throttle(needs.ports.clock, 500, () =>
      needs.events.emit({ name: 'blacklists.changed', payload: { accountId } }),
    )
  }

  static async open(accountId: string, needs: AccountBlacklistNeeds): Promise<AccountBlacklists> {
    const { paths } = needs.ports
    const folder = join(paths.data, blacklistFolder(accountId))
    await makePrivateFolder(folder)
    const file = await JsonFile.inDataFolder<Visits>(needs, {
      name: join(blacklistFolder(accountId), 'visits.json'),
      initial: noVisits,
      read: (parsed) => visits.parse(parsed),
    })
    const workerData: StoreData = { folder }
    const endedError = (cause: unknown): AppError =>
      new AppError('blacklists-closed', 'This account’s blacklists are closed.', { cause })
    const store = await Channel.open<StoreMethods>({
      code: paths.worker('blacklists'),
      name: 'blacklists',
      workerData,
      resourceLimits,
      endedError,
    })
    return new AccountBlacklists(accountId, needs, { store, log: await ChangeLog.open(folder), visits: file })
  }

  get isReading(): boolean {
    return this.#isReading
  }

  get visitedAt(): number | null {
    return this.#visits.value.before
  }

  problemOf(type: string): AppError | null {
    return this.#problems.get(type) ?? null
  }

  get problemTypes(): string[] {
    return [...this.#problems.keys()]
  }

  changes(most: number): BlacklistChange[] {
    return this.#log.list(most)
  }

  /** Two visits less than `apart` milliseconds apart, as after a reload, count as one. */
  async visit(now: number, apart: number): Promise<void> {
    await this.#visits.set((was) =>
      was.last !== null && now - was.last < apart ? { ...was, last: now } : { last: now, before: was.last },
    )
  }

  /**
   * Reads these lists one after another. If one fails, the others are still read, and the first failure is thrown at the
   * end.
   */
  async read(types: readonly string[], signal: AbortSignal, progress: (step: JobProgress) => void): Promise<void> {
    const both = AbortSignal.any([signal, this.#stop.signal])
    await this.#turns.add(async () => {
      this.#isReading = true
      this.emitChange()
      try {
        await this.#readAll(types, both, progress)
      } finally {
        this.#isReading = false
        this.emitChange()
      }
    })
  }

  /**
   * Drops the copies of a service that was reset, and the visits, which are times on its clock. The log of changes is
   * kept: the user did make them.
   */
  async startOver(): Promise<void> {
    this.#stopReading()
    this.#stop = new AbortController()
    await this.#turns.add(async () => {
      await this.store.call('clear')
      this.#problems.clear()
      await this.#visits.set(() => noVisits)
    })
    this.emitChange()
  }

  /**
   * Called before a change is sent. Returns whether a person has been erased since, so that nothing about them may be
   * kept when the service responds.
   */
  watchErasures(): (email: string) => boolean {
    const before = this.#erased.length
    return (email) => this.#erased.includes(plainAddress(email), before)
  }

  /**
   * Notes the outcome of changing an address. The service has already responded, so a log that cannot be written must not
   * make the change fail.
   */
  async record(change: Pick<BlacklistChange, 'action' | 'type' | 'email' | 'outcome' | 'text'>): Promise<void> {
    const { accounts, ports } = this.#needs
    const { user } = accounts.get(this.accountId)
    const noted = { ...change, at: ports.clock.now(), user, person: personName() }
    await this.#log.add([noted]).catch((thrown: unknown) => {
      const { code, message } = AppError.from(thrown)
      const details = { account: this.accountId, code, reason: message }
      ports.logger.log('warn', 'A change to a blacklist could not be written to its log.', details)
    })
  }

  emitChange(): void {
    this.#changed.call()
  }

  async erase(email: string): Promise<void> {
    this.#erased.push(plainAddress(email))
    await this.#log.erase(email)
    await this.store.call('erase', email)
    this.emitChange()
  }

  async close(): Promise<void> {
    this.#changed.cancel()
    this.#stopReading()
    await this.#turns.settled()
    this.#changed.cancel()
    await Promise.all([this.#log.close(), this.#visits.settled()])
    await this.store.close()
  }

  #stopReading(): void {
    this.#stop.abort(new AppError('cancelled', 'Cancelled.'))
  }

  async #readAll(types: readonly string[], signal: AbortSignal, progress: (step: JobProgress) => void): Promise<void> {
    const known = await this.store.call('lists')
    const clock = this.#needs.accounts.clockOf(this.accountId)
    let failure: AppError | null = null
    for (const type of types) {
      const reader = new ListReader(
        type,
        known.find((list) => list.type === type),
        {
          client: this.#needs.accounts.client(this.accountId),
          store: this.store,
          erasedAmong: (emails) => this.#erasedAmong(emails),
          now: () => clock.now(),
          signal,
          progress: (read, total) => progress({ note: type, fraction: total ? Math.min(1, read / total) : null }),
          changed: () => this.emitChange(),
        },
      )
      try {
        await reader.read()
        this.#problems.delete(type)
      } catch (thrown) {
        if (signal.aborted) throw signal.reason
        const error = AppError.from(thrown)
        this.#problems.set(type, error)
        failure ??= error
      }
      this.emitChange()
    }
    if (failure) throw failure
  }

  async #erasedAmong(emails: readonly string[]): Promise<ReadonlySet<string>> {
    const { accounts, archives } = this.#needs
    if (!accounts.get(this.accountId).storeHistory) return new Set()
    const archive = await archives.of(this.accountId)
    if (!(await archive.hasErased())) return new Set()
    return new Set(await archive.erasedAmong(emails))
  }
}

/** These files are outside the account’s folder, because that folder is emptied when a sandbox starts over. */
export function blacklistFolder(accountId: string): string {
  return join('blacklists', accountId)
}

/** The types of list that every service has, followed by other types that have been read before. */
export function typesOf(known: readonly string[], more: readonly string[]): string[] {
  return [...new Set<string>([...blacklistTypes, ...known, ...more])]
}

/** The user’s name; empty if the system knows none. */
function personName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
