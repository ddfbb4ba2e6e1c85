import type { Timing } from '#shared/contract/base/timing.ts'
import type { Schedule, ScheduleKind } from '#shared/contract/schedules.ts'
import type { ParsedInput } from '#shared/contract/table.ts'
import { eachInTurn } from '../base/keeps.ts'
import { formatsOf } from '../settings/index.ts'
import { KindSchedules, type KindRules, type ScheduleNeeds } from './kind-schedules.ts'
import { nextRuns } from './next-run.ts'
import type { Choice } from './plan.ts'
import { noSchedule } from './no-schedule.ts'

/** How long listing waits for a team’s server, which may not respond. */
const patienceMilliseconds = 5000

/**
 * The methods of a kind’s schedules. Their parameters may be specific to the kind, because a kind’s methods are only
 * called with that kind’s values.
 */
type AnyKind = Pick<
  KindSchedules<Choice, object, Schedule>,
  | 'start'
  | 'stop'
  | 'knows'
  | 'list'
  | 'refresh'
  | 'save'
  | 'pause'
  | 'run'
  | 'remove'
  | 'restore'
  | 'removeAccount'
  | 'eraseRecipient'
>

/** Everything that runs at set times. Each room registers the kind of schedule whose work it does. */
export class Schedules {
  readonly #needs: ScheduleNeeds
  readonly #kinds = new Map<ScheduleKind, AnyKind>()

  constructor(needs: ScheduleNeeds) {
    this.#needs = needs
  }

  /** Called once for each kind, before anything is started. */
  async register<Wanted extends Choice, Own extends object, Shown extends Schedule>(
    rules: KindRules<Wanted, Own, Shown>,
  ): Promise<void> {
    this.#kinds.set(rules.kind, await KindSchedules.open(this.#needs, rules))
  }

  start(): void {
    for (const kind of this.#kinds.values()) kind.start()
  }

  async stop(): Promise<void> {
    for (const kind of this.#kinds.values()) await kind.stop()
  }

  /** With null, schedules of all kinds are listed. */
  list(accountId: string, kind: ScheduleKind | null): Schedule[] {
    const kinds = kind === null ? [...this.#kinds.values()] : [this.#of(kind)]
    return kinds.flatMap((one) => one.list(accountId))
  }

  /**
   * Like `list`, after trying to copy the team’s current schedules. If the team’s server does not respond in time, the
   * schedules are listed as last read, and `schedules.changed` is emitted if the server responds with changes later.
   */
  async listNow(accountId: string, kind: ScheduleKind | null): Promise<Schedule[]> {
    const kinds = kind === null ? [...this.#kinds.values()] : [this.#of(kind)]
    const patience = Promise.withResolvers<void>()
    const timer = this.#needs.ports.clock.after(patienceMilliseconds, () => patience.resolve())
    await Promise.race([patience.promise, Promise.all(kinds.map((one) => one.refresh(accountId)))])
    timer.cancel()
    return this.list(accountId, kind)
  }

  save({ id, folder, isShared, ...wanted }: ParsedInput<'schedules.save'>): Promise<Schedule> {
    return this.#of(wanted.kind).save({ id, folder, isShared }, wanted)
  }

  nextRuns(timing: Timing): { zone: string; runs: number[] } {
    const zone = formatsOf(this.#needs, null).timeZone
    return { zone, runs: nextRuns(timing, { zone, after: this.#needs.ports.clock.now(), count: 3 }) }
  }

  async pause(id: string, paused: boolean): Promise<Schedule> {
    return this.#with(id).pause(id, paused)
  }

  async run(id: string): Promise<string> {
    return this.#with(id).run(id)
  }

  async remove(id: string): Promise<void> {
    return this.#with(id).remove(id)
  }

  async restore(id: string): Promise<Schedule> {
    return this.#with(id).restore(id)
  }

  removeAccount(accountId: string): Promise<void> {
    return eachInTurn(...this.#each((kind) => kind.removeAccount(accountId)))()
  }

  eraseRecipient(accountId: string, email: string): Promise<void> {
    return eachInTurn(...this.#each((kind) => kind.eraseRecipient(accountId, email)))()
  }

  #each(work: (kind: AnyKind) => Promise<void>): (() => Promise<void>)[] {
    return [...this.#kinds.values()].map((kind) => () => work(kind))
  }

  #of(kind: ScheduleKind): AnyKind {
    const found = this.#kinds.get(kind)
    if (!found) throw new Error(`No room has registered schedules of the kind ${kind}.`)
    return found
  }

  #with(id: string): AnyKind {
    const found = [...this.#kinds.values()].find((kind) => kind.knows(id))
    if (!found) noSchedule()
    return found
  }
}
