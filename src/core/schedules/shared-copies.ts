import type { Account } from '#shared/contract/accounts.ts'
import type { ArchivePort } from '../archive/index.ts'
import type { Planned } from './plan.ts'
import { noSchedule } from './no-schedule.ts'
import type { SharedSchedule, TeamShelf } from './team-shelf.ts'

type TeamAccount = Pick<Account, 'id' | 'storeHistory' | 'teamServer' | 'lastTeamServer'>

export type CopyNeeds = {
  readonly accounts: {
    get(id: string): TeamAccount
    list(): { readonly accounts: readonly TeamAccount[] }
  }
  readonly archives: { of(accountId: string): Promise<Pick<ArchivePort, 'setting' | 'changeSetting'>> }
}

type Options<Stored extends Planned> = {
  readonly shelf: TeamShelf<Stored>
  readonly find: (id: string) => Stored | undefined
  /** Replaces the copies of an account’s shared schedules by what `change` makes of them. */
  readonly replace: (accountId: string, change: (copies: readonly Stored[]) => Stored[]) => Promise<void>
}

/**
 * This computer’s copies of a team’s schedules, by which they are listed and run. The archive decides: each change is made
 * to what it has, and then to the copy.
 */
export class SharedCopies<Stored extends Planned> {
  readonly #needs: CopyNeeds
  readonly #options: Options<Stored>
  /** One after another, so that a copy is never replaced by something older. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(needs: CopyNeeds, options: Options<Stored>) {
    this.#needs = needs
    this.#options = options
  }

  settled(): Promise<unknown> {
    return this.#last
  }

  /** Reads what the team has. An archive that was moved back to this computer keeps its schedules. */
  async refresh(accountId: string): Promise<void> {
    const { storeHistory, lastTeamServer } = this.#needs.accounts.get(accountId)
    if (storeHistory && lastTeamServer !== null) await this.#inTurn(() => this.#refresh(accountId))
  }

  /** If `change` returns undefined, nothing changes. Resolves to the schedule as it is then. */
  change(id: string, change: (before: Stored) => Stored | undefined): Promise<Stored> {
    return this.#inTurn(async () => {
      const { accountId } = this.#options.find(id) ?? noSchedule()
      const archive = await this.#needs.archives.of(accountId)
      const shared = (await this.#options.shelf.read(archive)).find((one) => one.id === id) ?? noSchedule()
      const before = (await this.#copyOf(shared, accountId)) ?? noSchedule()
      const after = change(before)
      if (after !== undefined) await this.#options.shelf.write(archive, shared, after)
      await this.#put(after ?? before)
      return after ?? before
    })
  }

  share(schedule: Stored): Promise<void> {
    return this.#inTurn(async () => {
      await this.#options.shelf.write(await this.#needs.archives.of(schedule.accountId), null, schedule)
      await this.#put(schedule)
    })
  }

  /** Removes the schedule from the archive. The copy is left to the caller. */
  remove({ id, accountId }: Stored): Promise<void> {
    return this.#inTurn(async () => {
      const archive = await this.#needs.archives.of(accountId)
      const shared = (await this.#options.shelf.read(archive)).find((one) => one.id === id)
      if (shared) await this.#options.shelf.write(archive, shared, null)
    })
  }

  async #refresh(accountId: string): Promise<void> {
    const archive = await this.#needs.archives.of(accountId)
    const read = await this.#options.shelf.read(archive)
    const found = await Promise.all(
      read.map(async (shared) => ({ shared, copy: await this.#copyOf(shared, accountId) })),
    )
    for (const { shared, copy } of found) {
      if (copy === null || copy.last?.state === shared.run.last?.state) continue
      // A run from here ended while the server was away, or with Mailroom.
      await this.#options.shelf.write(archive, shared, copy)
    }
    const copies = found.flatMap(({ copy }) => copy ?? [])
    await this.#options.replace(accountId, () => copies)
  }

  async #copyOf(shared: SharedSchedule, accountId: string): Promise<Stored | null> {
    const copy = this.#options.find(shared.id)
    const { shelf } = this.#options
    const folderPath = copy ? undefined : await shelf.folderFor(shared, accountId)
    return shelf.copyOf(shared, { accountId, copy, folderPath })
  }

  #put(schedule: Stored): Promise<void> {
    const { id, accountId } = schedule
    return this.#options.replace(accountId, (copies) =>
      copies.some((one) => one.id === id)
        ? copies.map((one) => (one.id === id ? schedule : one))
        : [...copies, schedule],
    )
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
