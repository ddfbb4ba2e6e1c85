import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import { JsonFile } from '../json-file.ts'
import type { Ports } from '../ports.ts'
import type { FileGround } from '../room.ts'
import { passedRuns, type Missed } from './missed.ts'
import { nextRun } from './next-run.ts'
import { interruptedByStop, type Choice, type Plan } from './plan.ts'
import { Turns } from './turns.ts'

/** A computer that wakes up has its file half a minute later at most. */
const tickMilliseconds = 30_000

type Needs = FileGround & {
  readonly ports: FileGround['ports'] & Pick<Ports, 'capabilities'>
  readonly accounts: { get(id: string): unknown }
  readonly files: { find(token: string): { readonly path: string } }
}

type Where = {
  /** Null for a new schedule. */
  readonly id: string | null
  /** A token; null for the folder that the schedule has. */
  readonly folder: string | null
  /** The path that a new schedule without a folder gets. */
  readonly lastFolder?: string | null
}

/** Makes the work of a job a run of its schedule: it waits for its turn, and the schedule says what became of it. */
export type AsRun = <Context extends { readonly signal: AbortSignal }, Result extends { readonly text: string } | null>(
  /** A run that waits for the user leaves its turn, so that the others need not wait. */
  work: (context: Context, leaveTurn: () => void) => Promise<Result>,
) => (context: Context) => Promise<Result>

type Options<Wanted, Own> = {
  /** In the data folder. */
  readonly name: string
  readonly read: (parsed: unknown) => Stored<Wanted, Own>[]
  /** What a new schedule begins with. */
  readonly own: Own
  /** The zone of a schedule that is saved now. */
  readonly zone: () => string
  readonly words: Readonly<Record<'notOffered' | 'noFolder' | 'isRunning' | 'interrupted', string>>
  /** Starts the job of a run; returns its id. */
  readonly start: (schedule: Stored<Wanted, Own>, asRun: AsRun) => string | Promise<string>
  readonly withMissed?: (schedule: Stored<Wanted, Own>, missed: Missed) => Stored<Wanted, Own>
  readonly onDone?: (schedule: Stored<Wanted, Own>) => void
  readonly onFailed?: (schedule: Stored<Wanted, Own>, reason: string) => void
  readonly onChange?: (accountId: string) => void
}

export type Stored<Wanted, Own> = Wanted & Own & Plan

/**
 * Files that are made by the clock. A clock that was stopped, by sleep or because Mailroom was closed, makes up for what
 * each schedule missed with one run when it goes on.
 */
export class Schedules<Wanted extends Choice, Own extends object> {
  readonly #needs: Needs
  readonly #options: Options<Wanted, Own>
  readonly #file: JsonFile<Stored<Wanted, Own>[]>
  /** Removed since Mailroom started. */
  readonly #removed = new Map<string, Stored<Wanted, Own>>()
  readonly #running = new Set<string>()
  /** Runs of one moment are made one after the other. */
  readonly #turns = new Turns()
  #tick: { cancel(): void } | null = null
  #looking: Promise<void> | null = null
  #isStopped = false

  private constructor(needs: Needs, options: Options<Wanted, Own>, file: JsonFile<Stored<Wanted, Own>[]>) {
    this.#needs = needs
    this.#options = options
    this.#file = file
  }

  static async open<Wanted extends Choice, Own extends object>(
    needs: Needs,
    options: Options<Wanted, Own>,
  ): Promise<Schedules<Wanted, Own>> {
    const file = await JsonFile.inDataFolder<Stored<Wanted, Own>[]>(needs, {
      name: options.name,
      initial: [],
      read: (parsed) => options.read(parsed).map((one) => interruptedByStop(one, options.words.interrupted)),
    })
    return new Schedules(needs, options, file)
  }

  start(): void {
    this.#tick = this.#needs.ports.clock.after(tickMilliseconds, () => {
      this.start()
      this.#looking ??= this.#runDue().finally(() => (this.#looking = null))
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#tick?.cancel()
    await this.#looking
    await this.#file.settled()
  }

  list(accountId: string): Stored<Wanted, Own>[] {
    return this.#file.value.filter((schedule) => schedule.accountId === accountId)
  }

  async save({ id, folder, lastFolder = null }: Where, wanted: Wanted): Promise<Stored<Wanted, Own>> {
    const { accounts, files, ports } = this.#needs
    const { own, words } = this.#options
    if (!ports.capabilities.saveToDisk) throw new AppError('not-offered', words.notOffered)
    accounts.get(wanted.accountId)
    const chosenPath = folder === null ? null : files.find(folder).path
    const zone = this.#options.zone()
    const due = nextRun(wanted.timing, zone, ports.clock.now())
    if (id !== null) {
      const change = { ...wanted, zone, due }
      return this.change(id, (before) => ({ ...before, ...change, folderPath: chosenPath ?? before.folderPath }))
    }
    const folderPath = chosenPath ?? lastFolder
    if (folderPath === null) throw new AppError('invalid-input', words.noFolder)
    const added = { ...own, ...wanted, id: randomUUID(), zone, due, folderPath, paused: false, last: null }
    return this.#add(added)
  }

  /** What was missed while it was paused is not made up for. */
  async pause(id: string, paused: boolean): Promise<Stored<Wanted, Own>> {
    return this.change(id, (before) => ({ ...before, paused, due: this.#nextOf(before) }))
  }

  async remove(id: string): Promise<void> {
    const { accountId } = this.#find(id)
    await this.#file.set((all) => {
      const removed = all.find((schedule) => schedule.id === id)
      if (!removed) throw gone()
      this.#removed.set(id, removed)
      return all.filter((schedule) => schedule !== removed)
    })
    this.#options.onChange?.(accountId)
  }

  async restore(id: string): Promise<Stored<Wanted, Own>> {
    const removed = this.#removed.get(id)
    if (!removed) throw gone()
    const restored = await this.#add({ ...removed, due: this.#nextOf(removed) })
    this.#removed.delete(id)
    return restored
  }

  /** For an account that is gone. */
  async removeAccount(accountId: string): Promise<void> {
    for (const { id, accountId: owner } of this.#removed.values()) if (owner === accountId) this.#removed.delete(id)
    await this.#file.set((all) => {
      const others = all.filter((schedule) => schedule.accountId !== accountId)
      return others.length === all.length ? all : others
    })
  }

  /** Changes those of an account, removed ones too. The change returns what it was given where there is nothing to do. */
  async changeAll(accountId: string, change: (before: Stored<Wanted, Own>) => Stored<Wanted, Own>): Promise<void> {
    const changed = (one: Stored<Wanted, Own>) => (one.accountId === accountId ? change(one) : one)
    for (const [id, schedule] of this.#removed) this.#removed.set(id, changed(schedule))
    await this.#file.set((all) => {
      const next = all.map(changed)
      return next.every((one, at) => one === all[at]) ? all : next
    })
    this.#options.onChange?.(accountId)
  }

  /** Changes a schedule as it is once the writes before this one are done, so that none of them is undone. */
  async change(id: string, change: (before: Stored<Wanted, Own>) => Stored<Wanted, Own>): Promise<Stored<Wanted, Own>> {
    const all = await this.#file.set((before) => {
      const schedule = before.find((one) => one.id === id)
      if (!schedule) throw gone()
      return replaced(before, change(schedule))
    })
    const changed = all.find((one) => one.id === id)!
    this.#options.onChange?.(changed.accountId)
    return changed
  }

  /** Starts a run now; returns the id of its job. */
  async run(id: string): Promise<string> {
    const schedule = this.#find(id)
    const { start, words } = this.#options
    if (this.#running.has(id)) throw new AppError('conflict', words.isRunning)
    this.#running.add(id)
    try {
      return await start(schedule, this.#asRun(schedule))
    } catch (thrown) {
      this.#running.delete(id)
      throw thrown
    }
  }

  async #runDue(): Promise<void> {
    await this.#file.settled()
    const now = this.#needs.ports.clock.now()
    for (const schedule of this.#file.value) {
      if (!this.#isStopped && isDue(schedule, now)) await this.#runOne(schedule, now)
    }
  }

  /** Once, however often its time has passed, and not again while it is being made. */
  async #runOne(schedule: Stored<Wanted, Own>, now: number): Promise<void> {
    try {
      if (!(await this.#moveOn(schedule.id, now))) return
    } catch (thrown) {
      const { code, message } = AppError.from(thrown)
      this.#needs.ports.logger.log('warn', 'A scheduled run was not begun.', { code, reason: message })
      return
    }
    await this.run(schedule.id).catch((thrown: unknown) => this.#failed(schedule, now, thrown))
  }

  /**
   * Sets the next time of a schedule that is due, before its run: a run that ends Mailroom each time would end it at every
   * start. False where there is none to begin: the user paused or removed it meanwhile, or the run before is not over.
   */
  async #moveOn(id: string, now: number): Promise<boolean> {
    let begins = false
    await this.#file.set((all) => {
      const schedule = all.find((one) => one.id === id)
      if (!schedule || !isDue(schedule, now)) return all
      begins = !this.#running.has(id)
      const { next, missed } = passedRuns(schedule, { now, isMade: begins })
      const moved = { ...schedule, due: next }
      const { withMissed } = this.#options
      return replaced(all, missed && withMissed ? withMissed(moved, missed) : moved)
    })
    return begins
  }

  #asRun(schedule: Stored<Wanted, Own>): AsRun {
    const { id } = schedule
    return (work) => async (context) => {
      const at = this.#needs.ports.clock.now()
      try {
        await this.#note(id, { at, state: 'running', text: '' })
        const result = await this.#turns.take(context.signal, (leaveTurn) => work(context, leaveTurn))
        await this.#note(id, { at, state: 'done', text: result?.text ?? '' })
        this.#options.onDone?.(schedule)
        return result
      } catch (thrown) {
        await this.#failed(schedule, at, thrown)
        throw thrown
      } finally {
        this.#running.delete(id)
      }
    }
  }

  async #failed(schedule: Stored<Wanted, Own>, at: number, thrown: unknown): Promise<void> {
    const { code, message } = AppError.from(thrown)
    const folder = `“${basename(schedule.folderPath)}”`
    const text = code === 'disk' && !message.includes(folder) ? `${message} (${folder})` : message
    await this.#note(schedule.id, { at, state: 'failed', text })
    // The user, who cancelled it, removed it or closed Mailroom, knows.
    if (code !== 'cancelled' && this.#file.value.some(({ id }) => id === schedule.id))
      this.#options.onFailed?.(schedule, message)
  }

  /** It may have been removed meanwhile. */
  async #note(id: string, last: NonNullable<Plan['last']>): Promise<void> {
    await this.change(id, (before) => ({ ...before, last })).catch(() => undefined)
  }

  /** An account that is gone has no schedules: its own were removed before. */
  async #add(schedule: Stored<Wanted, Own>): Promise<Stored<Wanted, Own>> {
    await this.#file.set((all) => {
      this.#needs.accounts.get(schedule.accountId)
      return [...all.filter(({ id }) => id !== schedule.id), schedule]
    })
    this.#options.onChange?.(schedule.accountId)
    return schedule
  }

  #nextOf({ timing, zone }: Stored<Wanted, Own>): number {
    return nextRun(timing, zone, this.#needs.ports.clock.now())
  }

  #find(id: string): Stored<Wanted, Own> {
    const found = this.#file.value.find((schedule) => schedule.id === id)
    if (!found) throw gone()
    return found
  }
}

function isDue({ paused, due }: Plan, now: number): boolean {
  return !paused && due <= now
}

function replaced<One extends Plan>(all: readonly One[], changed: One): One[] {
  return all.map((one) => (one.id === changed.id ? changed : one))
}

function gone(): AppError {
  return new AppError('not-found', 'That schedule is no longer there.')
}
