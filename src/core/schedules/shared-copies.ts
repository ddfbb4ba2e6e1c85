import type { Account } from '#shared/contract/accounts.ts'
import { Queues } from '../base/queue.ts'
import type { ArchivePort } from '../archive/index.ts'
import { noSchedule } from './no-schedule.ts'
import type { Planned } from './plan.ts'
import type { SharedSchedule, TeamShelf } from './team-shelf.ts'

type TeamAccount = Pick<Account, 'id' | 'storeHistory' | 'teamServer' | 'lastTeamServer'>
type SharedArchive = Pick<ArchivePort, 'setting' | 'changeSetting'>

export type CopyNeeds = {
  readonly accounts: {
    get(id: string): TeamAccount
    list(): { readonly accounts: readonly TeamAccount[] }
  }
  readonly archives: { of(accountId: string): Promise<SharedArchive> }
}

type Change<Stored> = (before: Stored) => Stored
type Options<Stored extends Planned> = {
  readonly shelf: TeamShelf<Stored>
  readonly find: (id: string) => Stored | undefined
  /** Writes the file of all schedules, of which only the account’s change. */
  readonly set: (accountId: string, change: (all: Stored[]) => Stored[]) => Promise<unknown>
}

/**
 * This computer’s copies of a team’s schedules, by which they are listed and run. The archive decides: each change is made
 * to what it has, and then to the copy.
 */
export class SharedCopies<Stored extends Planned> {
  readonly #needs: CopyNeeds
  readonly #options: Options<Stored>
  /** An account’s reads and changes take turns, so that a copy is never replaced by something older. */
  readonly #turns = new Queues()
  /** Refreshes that have not begun: whoever else wants one waits for the same. */
  readonly #refreshes = new Map<string, Promise<void>>()

  constructor(needs: CopyNeeds, options: Options<Stored>) {
    this.#needs = needs
    this.#options = options
  }

  /** Reads what the team has. An archive that was moved back to this computer keeps its schedules. */
  async refresh(accountId: string): Promise<void> {
    const { storeHistory, lastTeamServer } = this.#needs.accounts.get(accountId)
    if (!storeHistory || lastTeamServer === null) return
    const waiting = this.#refreshes.get(accountId)
    if (waiting) return waiting
    const refresh = this.inTurn(accountId, () => {
      this.#refreshes.delete(accountId)
      return this.#refresh(accountId)
    })
    this.#refreshes.set(accountId, refresh)
    await refresh
  }

  /** If `change` returns undefined, nothing changes. Resolves to the schedule as it is then. */
  change(id: string, change: (before: Stored) => Stored | undefined): Promise<Stored> {
    const { accountId } = this.#options.find(id) ?? noSchedule()
    return this.inTurn(accountId, async () => {
      const archive = await this.#needs.archives.of(accountId)
      return this.#changeIn(archive, id, change)
    })
  }

  /** Adds a schedule to the archive, and its copy here. */
  share(schedule: Stored): Promise<void> {
    return this.inTurn(schedule.accountId, async () => {
      await this.#options.shelf.write(await this.#needs.archives.of(schedule.accountId), null, schedule)
      await this.#put(schedule)
    })
  }

  /** Shares one of this computer’s own schedules. */
  give(id: string, change: Change<Stored>): Promise<Stored> {
    const { accountId } = this.#options.find(id) ?? noSchedule()
    return this.inTurn(accountId, async () => {
      const archive = await this.#needs.archives.of(accountId)
      await this.#options.shelf.write(archive, null, change(this.#options.find(id) ?? noSchedule()))
      let given: Stored | undefined
      await this.#options.set(accountId, (all) => all.map((one) => (one.id === id ? (given = change(one)) : one)))
      const { last } = given ?? noSchedule()
      // A run may have ended in the meantime.
      return this.#changeIn(archive, id, (shared) => ({ ...shared, last }))
    })
  }

  /** Makes a shared schedule one of this computer’s own. */
  take(id: string, change: Change<Stored>): Promise<Stored> {
    const { accountId } = this.#options.find(id) ?? noSchedule()
    return this.inTurn(accountId, async () => {
      const archive = await this.#needs.archives.of(accountId)
      const shared = (await this.#options.shelf.read(archive)).find((one) => one.id === id) ?? noSchedule()
      const copy = this.#copyOf(shared, accountId) ?? noSchedule()
      const own = change(copy)
      // Kept here before it is removed there. Nobody has it twice if that is refused.
      await this.#put(own)
      await this.#options.shelf.write(archive, shared, null).catch(async (error: unknown) => {
        await this.#put(copy)
        throw error
      })
      return own
    })
  }

  /** Removes the schedule from the archive. The copy is left to the caller. */
  remove({ id, accountId }: Stored): Promise<void> {
    return this.inTurn(accountId, async () => {
      const archive = await this.#needs.archives.of(accountId)
      const shared = (await this.#options.shelf.read(archive)).find((one) => one.id === id)
      if (shared) await this.#options.shelf.write(archive, shared, null)
    })
  }

  inTurn<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.add(accountId, work)
  }

  async #changeIn(archive: SharedArchive, id: string, change: (before: Stored) => Stored | undefined): Promise<Stored> {
    const { accountId } = this.#options.find(id) ?? noSchedule()
    const shared = (await this.#options.shelf.read(archive)).find((one) => one.id === id) ?? noSchedule()
    const before = this.#copyOf(shared, accountId) ?? noSchedule()
    const after = change(before) ?? before
    if (after !== before) await this.#options.shelf.write(archive, shared, after)
    await this.#put(after)
    return after
  }

  async #refresh(accountId: string): Promise<void> {
    const archive = await this.#needs.archives.of(accountId)
    const found = await this.#options.shelf.read(archive)
    await this.#options.set(accountId, (all) => this.#withCopies(all, accountId, found))
    for (const shared of found) {
      const copy = this.#options.find(shared.id)
      // A run from here ended while the server was away, or with Mailroom.
      if (copy?.ranHere !== shared.run.last?.at || copy?.last?.state === shared.run.last?.state) continue
      if (copy) await this.#options.shelf.write(archive, shared, copy)
    }
  }

  /** Own schedules stay, also one whose sharing was interrupted. The others keep their places in the list. */
  #withCopies(all: Stored[], accountId: string, found: readonly SharedSchedule[]): Stored[] {
    const isCopy = (one: Stored): boolean => one.accountId === accountId && one.sharedBy !== null
    const isHere = this.#needs.accounts.list().accounts.some(({ id }) => id === accountId)
    const own = new Set(all.filter((one) => !isCopy(one)).map(({ id }) => id))
    const copies = new Map<string, Stored>()
    for (const shared of isHere ? found.filter(({ id }) => !own.has(id)) : []) {
      const copy = this.#copyOf(shared, accountId)
      if (copy) copies.set(shared.id, copy)
    }
    const kept = all.flatMap((one) => (isCopy(one) ? (copies.get(one.id) ?? []) : one))
    const known = new Set(kept.map(({ id }) => id))
    return [...kept, ...[...copies.values()].filter(({ id }) => !known.has(id))]
  }

  #copyOf(shared: SharedSchedule, accountId: string): Stored | null {
    return this.#options.shelf.copyOf(shared, { accountId, copy: this.#options.find(shared.id) })
  }

  async #put(schedule: Stored): Promise<void> {
    const { id, accountId } = schedule
    await this.#options.set(accountId, (all) =>
      all.some((one) => one.id === id) ? all.map((one) => (one.id === id ? schedule : one)) : [...all, schedule],
    )
  }
}
