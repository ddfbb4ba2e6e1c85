import { isDeepStrictEqual } from 'node:util'
import { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'
import { nextRun } from './next-run.ts'
import { noSchedule } from './no-schedule.ts'
import type { Plan, Planned } from './plan.ts'
import { SharedCopies, type CopyNeeds } from './shared-copies.ts'
import type { TeamShelf } from './team-shelf.ts'

export type StoreNeeds = FileGround & CopyNeeds

type LastRun = NonNullable<Plan['last']>

type StoreOptions<Stored extends Planned> = {
  readonly name: string
  readonly read: (parsed: unknown) => Stored[]
  readonly shelf: TeamShelf<Stored>
}

/**
 * All accounts’ schedules of one kind, stored in a separate file: this computer’s own schedules and copies of the
 * teams’ schedules.
 */
export class ScheduleStore<Stored extends Planned> {
  readonly #needs: StoreNeeds
  readonly #file: JsonFile<Stored[]>
  /** Schedules removed since Mailroom started. */
  readonly #removed = new Map<string, Stored>()
  /** The states of runs that could not be written, for example on a full disk. Each later write includes them. */
  readonly #unwritten = new Map<string, LastRun>()
  readonly #team: SharedCopies<Stored>

  private constructor(needs: StoreNeeds, file: JsonFile<Stored[]>, shelf: TeamShelf<Stored>) {
    this.#needs = needs
    this.#file = file
    const find = (id: string): Stored | undefined => this.find(id)
    this.#team = new SharedCopies(needs, { shelf, find, set: this.#set.bind(this) })
  }

  static async open<Stored extends Planned>(
    needs: StoreNeeds,
    { name, read, shelf }: StoreOptions<Stored>,
  ): Promise<ScheduleStore<Stored>> {
    return new ScheduleStore(needs, await JsonFile.inDataFolder<Stored[]>(needs, { name, initial: [], read }), shelf)
  }

  settled(): Promise<void> {
    return this.#file.settled()
  }

  /** Writes the states of runs that could not be written earlier. Rejects if they still can’t be. */
  async writeNotes(): Promise<void> {
    if (this.#unwritten.size > 0) await this.#write((all) => all)
  }

  /** Copies the team’s current schedules from its archive. Rejects while the team’s server is unreachable. */
  refresh(accountId: string): Promise<void> {
    return this.#team.refresh(accountId)
  }

  get all(): readonly Stored[] {
    return this.#withNotes(this.#file.value)
  }

  find(id: string): Stored | undefined {
    return this.all.find((schedule) => schedule.id === id)
  }

  /** Whether the schedule exists or could be restored. */
  knows(id: string): boolean {
    return this.find(id) !== undefined || this.#removed.has(id)
  }

  /** Rejects if the account was removed, because nothing would remove the schedule afterwards. */
  async add(schedule: Stored): Promise<Stored> {
    if (schedule.sharedBy !== null) await this.#team.share(schedule)
    await this.#write((all) => {
      this.#needs.accounts.get(schedule.accountId)
      return [...all.filter(({ id }) => id !== schedule.id), schedule]
    })
    this.#emit(schedule.accountId)
    return schedule
  }

  /** Changes a schedule once all earlier writes are done, so that none of them is undone. */
  async change(id: string, change: (before: Stored) => Stored): Promise<Stored> {
    if (this.#isShared(id)) return this.#team.change(id, change)
    const all = await this.#write((before) => {
      const schedule = before.find((one) => one.id === id) ?? noSchedule()
      return replaced(before, change(schedule))
    })
    const changed = all.find((one) => one.id === id)!
    this.#emit(changed.accountId)
    return changed
  }

  /**
   * Like `change`, for a schedule that may have been removed or may need no change. If `change` returns undefined,
   * nothing changes. Emits nothing, because a run emits an event when it begins.
   */
  async changeIf(id: string, change: (before: Stored) => Stored | undefined): Promise<void> {
    if (this.#isShared(id)) return void (await this.#team.change(id, change))
    await this.#write((all) => {
      const schedule = all.find((one) => one.id === id)
      const changed = schedule && change(schedule)
      return changed ? replaced(all, changed) : all
    })
  }

  /**
   * Records the state of a run on this computer. If the team’s server is unreachable, the archive gets the state later.
   * If the file can’t be written, the state is shown nevertheless, and the file gets it with the next write. A schedule
   * removed during its run shows how the run ended once it is restored.
   */
  async note(id: string, last: LastRun): Promise<void> {
    const noted = (before: Stored): Stored => withLast(before, last)
    await this.change(id, noted).catch(async () => {
      const left = this.find(id)
      const removed = this.#removed.get(id)
      if (left) await this.#noteHere(left, last)
      else if (removed) this.#removed.set(id, noted(removed))
    })
  }

  async #noteHere({ id, accountId }: Stored, last: LastRun): Promise<void> {
    try {
      await this.#team.inTurn(accountId, () =>
        this.#set(accountId, (all) => all.map((one) => (one.id === id ? withLast(one, last) : one))),
      )
    } catch (error) {
      this.#unwritten.set(id, last)
      this.#emit(accountId)
      throw error
    }
  }

  /** Changes a schedule, and either starts sharing it or, if it is shared, stops sharing it. */
  move(id: string, change: (before: Stored) => Stored): Promise<Stored> {
    return this.#isShared(id) ? this.#team.take(id, change) : this.#team.give(id, change)
  }

  /** Changes an account’s schedules, including removed ones. `change` returns its argument if there is nothing to do. */
  async changeAll(accountId: string, change: (before: Stored) => Stored): Promise<void> {
    const changed = (one: Stored) => (one.accountId === accountId ? change(one) : one)
    for (const [id, schedule] of this.#removed) this.#removed.set(id, changed(schedule))
    await this.#team.inTurn(accountId, () =>
      this.#write((all) => {
        const next = all.map(changed)
        return next.every((one, at) => one === all[at]) ? all : next
      }),
    )
    this.#emit(accountId)
  }

  async remove(id: string): Promise<void> {
    const before = this.find(id) ?? noSchedule()
    if (before.sharedBy !== null) await this.#team.remove(before)
    await this.#write((all) => {
      const removed = all.find((schedule) => schedule.id === id)
      // A refresh may have dropped the copy after the schedule was removed from the team’s archive.
      if (!removed && before.sharedBy === null) noSchedule()
      this.#removed.set(id, removed ?? before)
      return all.filter((schedule) => schedule !== removed)
    })
    this.#emit(before.accountId)
  }

  /** If the account no longer has a team, a shared schedule is restored as one of this computer’s own. */
  async restore(id: string): Promise<Stored> {
    const removed = this.#removed.get(id) ?? noSchedule()
    const hasTeam = this.#needs.accounts.get(removed.accountId).teamServer !== null
    const sharedBy = hasTeam ? removed.sharedBy : null
    const restored = await this.add({ ...removed, sharedBy, due: this.nextOf(removed) })
    this.#removed.delete(id)
    return restored
  }

  /** Removes all schedules of a removed account, which then cannot be restored. */
  async removeAccount(accountId: string): Promise<void> {
    for (const { id, accountId: owner } of this.#removed.values()) if (owner === accountId) this.#removed.delete(id)
    await this.#team.inTurn(accountId, () =>
      this.#write((all) => {
        const others = all.filter((schedule) => schedule.accountId !== accountId)
        return others.length === all.length ? all : others
      }),
    )
  }

  nextOf({ timing, zone }: Stored): number {
    return nextRun(timing, zone, this.#needs.ports.clock.now())
  }

  #isShared(id: string): boolean {
    return (this.find(id)?.sharedBy ?? null) !== null
  }

  async #set(accountId: string, change: (all: Stored[]) => Stored[]): Promise<void> {
    const before = this.#file.value
    const after = await this.#write((all) => {
      const next = change(all)
      return isDeepStrictEqual(next, all) ? all : next
    })
    if (after !== before) this.#emit(accountId)
  }

  /** Writes the file, including the states that could not be written earlier. */
  async #write(change: (all: Stored[]) => Stored[]): Promise<Stored[]> {
    let notes: readonly [string, LastRun][] = []
    const written = await this.#file.set((all) => {
      notes = [...this.#unwritten]
      return change(this.#withNotes(all))
    })
    // A state that could not be written in the meantime stays.
    for (const [id, last] of notes) if (this.#unwritten.get(id) === last) this.#unwritten.delete(id)
    return written
  }

  #withNotes(all: Stored[]): Stored[] {
    if (this.#unwritten.size === 0) return all
    return all.map((one) => {
      const last = this.#unwritten.get(one.id)
      return last ? withLast(one, last) : one
    })
  }

  #emit(accountId: string): void {
    this.#needs.events.emit({ name: 'schedules.changed', payload: { accountId } })
  }
}

function withLast<One extends Plan>(schedule: One, last: LastRun): One {
  return { ...schedule, last, ranHere: last.at }
}

function replaced<One extends Plan>(all: readonly One[], changed: One): One[] {
  return all.map((one) => (one.id === changed.id ? changed : one))
}
