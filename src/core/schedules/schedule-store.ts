import { AppError } from '#shared/contract/base/error.ts'
import { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'
import { nextRun } from './next-run.ts'
import type { Plan, Planned } from './plan.ts'

export type StoreNeeds = FileGround & { readonly accounts: { get(id: string): unknown } }

/** All accounts’ schedules of one kind, stored in a separate file. */
export class ScheduleStore<Stored extends Planned> {
  readonly #needs: StoreNeeds
  readonly #file: JsonFile<Stored[]>
  /** Schedules removed since Mailroom started. */
  readonly #removed = new Map<string, Stored>()

  private constructor(needs: StoreNeeds, file: JsonFile<Stored[]>) {
    this.#needs = needs
    this.#file = file
  }

  static async open<Stored extends Planned>(
    needs: StoreNeeds,
    { name, read }: { readonly name: string; readonly read: (parsed: unknown) => Stored[] },
  ): Promise<ScheduleStore<Stored>> {
    return new ScheduleStore(needs, await JsonFile.inDataFolder<Stored[]>(needs, { name, initial: [], read }))
  }

  settled(): Promise<void> {
    return this.#file.settled()
  }

  get all(): readonly Stored[] {
    return this.#file.value
  }

  find(id: string): Stored | undefined {
    return this.#file.value.find((schedule) => schedule.id === id)
  }

  /** Whether the schedule exists or could be restored. */
  knows(id: string): boolean {
    return this.find(id) !== undefined || this.#removed.has(id)
  }

  /** A removed account has no schedules: they were removed before it. */
  async add(schedule: Stored): Promise<Stored> {
    await this.#file.set((all) => {
      this.#needs.accounts.get(schedule.accountId)
      return [...all.filter(({ id }) => id !== schedule.id), schedule]
    })
    this.#emit(schedule.accountId)
    return schedule
  }

  /** Changes a schedule once all earlier writes are done, so that none of them is undone. */
  async change(id: string, change: (before: Stored) => Stored): Promise<Stored> {
    const all = await this.#file.set((before) => {
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
    await this.#file.set((all) => {
      const schedule = all.find((one) => one.id === id)
      const changed = schedule && change(schedule)
      return changed ? replaced(all, changed) : all
    })
  }

  /** Changes an account’s schedules, including removed ones. `change` returns its argument if there is nothing to do. */
  async changeAll(accountId: string, change: (before: Stored) => Stored): Promise<void> {
    const changed = (one: Stored) => (one.accountId === accountId ? change(one) : one)
    for (const [id, schedule] of this.#removed) this.#removed.set(id, changed(schedule))
    await this.#file.set((all) => {
      const next = all.map(changed)
      return next.every((one, at) => one === all[at]) ? all : next
    })
    this.#emit(accountId)
  }

  async remove(id: string): Promise<void> {
    const { accountId } = this.find(id) ?? noSchedule()
    await this.#file.set((all) => {
      const removed = all.find((schedule) => schedule.id === id) ?? noSchedule()
      this.#removed.set(id, removed)
      return all.filter((schedule) => schedule !== removed)
    })
    this.#emit(accountId)
  }

  async restore(id: string): Promise<Stored> {
    const removed = this.#removed.get(id) ?? noSchedule()
    const restored = await this.add({ ...removed, due: this.nextOf(removed) })
    this.#removed.delete(id)
    return restored
  }

  /** For a removed account. */
  async removeAccount(accountId: string): Promise<void> {
    for (const { id, accountId: owner } of this.#removed.values()) if (owner === accountId) this.#removed.delete(id)
    await this.#file.set((all) => {
      const others = all.filter((schedule) => schedule.accountId !== accountId)
      return others.length === all.length ? all : others
    })
  }

  nextOf({ timing, zone }: Stored): number {
    return nextRun(timing, zone, this.#needs.ports.clock.now())
  }

  #emit(accountId: string): void {
    this.#needs.events.emit({ name: 'schedules.changed', payload: { accountId } })
  }
}

function replaced<One extends Plan>(all: readonly One[], changed: One): One[] {
  return all.map((one) => (one.id === changed.id ? changed : one))
}

export function noSchedule(): never {
  throw new AppError('not-found', 'This schedule no longer exists.')
}
