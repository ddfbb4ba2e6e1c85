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
  /** Writes the file with all accounts’ schedules; `change` may change only this account’s. */
  readonly set: (accountId: string, change: (all: Stored[]) => Stored[]) => Promise<unknown>
}

/**
 * This computer’s copies of a team’s schedules, used to list and run them. The archive has the authoritative version:
 * each change is made there first, and then to the copy.
 */
export class SharedCopies<Stored extends Planned> {
  readonly #needs: CopyNeeds
  readonly #options: Options<Stored>
  /** An account’s reads and changes take turns, so that a copy is never replaced by something older. */
  readonly #turns = new Queues()
  /** For each account, a refresh that has not begun yet. Further calls join it. */
  readonly #refreshes = new Map<string, Promise<void>>()

  constructor(needs: CopyNeeds, options: Options<Stored>) {
    this.#needs = needs
    this.#options = options
  }

  /**
   * Copies the team’s current schedules from the archive. An archive that was moved back to this computer keeps its
   * schedules.
   */
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

  /** Changes a schedule, unless `change` returns undefined. Resolves to the current schedule in either case. */
  change(id: string, change: (before: Stored) => Stored | undefined): Promise<Stored> {
    const { accountId } = this.#options.find(id) ?? noSchedule()
    return this.inTurn(accountId, async () => {
      const archive = await this.#needs.archives.of(accountId)
      return this.#changeIn(archive, id, change)
    })
  }

  /** Adds a schedule to the archive, and a copy of it on this computer. */
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
      // A run may have ended while the schedule was being shared, so its result is written again.
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
      // The schedule is stored here before it is removed from the archive. If the archive refuses, the copy is
      // restored, so that no schedule exists twice.
      await this.#put(own)
      await this.#options.shelf.write(archive, shared, null).catch(async (error: unknown) => {
        await this.#put(copy)
        throw error
      })
      return own
    })
  }

  /** Removes the schedule from the archive. The caller removes the copy. */
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

  /** Calls `change` again if another computer began or ended a run in the meantime. */
  async #changeIn(archive: SharedArchive, id: string, change: (before: Stored) => Stored | undefined): Promise<Stored> {
    const { accountId } = this.#options.find(id) ?? noSchedule()
    for (;;) {
      const shared = (await this.#options.shelf.read(archive)).find((one) => one.id === id) ?? noSchedule()
      const before = this.#copyOf(shared, accountId) ?? noSchedule()
      const after = change(before) ?? before
      if (after !== before && !(await this.#options.shelf.writeIfSameRun(archive, shared, after))) continue
      await this.#put(after)
      return after
    }
  }

  async #refresh(accountId: string): Promise<void> {
    const archive = await this.#needs.archives.of(accountId)
    const found = await this.#options.shelf.read(archive)
    await this.#options.set(accountId, (all) => this.#withCopies(all, accountId, found))
    for (const shared of found) {
      const copy = this.#options.find(shared.id)
      // If a run on this computer ended while the server was unreachable, or when Mailroom was closed, its result is
      // written now.
      if (copy?.ranHere !== shared.run.last?.at || copy?.last?.state === shared.run.last?.state) continue
      if (copy) await this.#options.shelf.writeIfSameRun(archive, shared, copy)
    }
  }

  /**
   * This computer’s own schedules stay, including one whose sharing was interrupted. Copies that still exist keep their
   * positions in the list.
   */
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
