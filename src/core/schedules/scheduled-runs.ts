import { basename } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { Ports } from '../base/ports.ts'
import { passedRuns, withMissed } from './missed.ts'
import type { Plan, Planned } from './plan.ts'
import { noSchedule } from './no-schedule.ts'
import type { ScheduleStore } from './schedule-store.ts'
import { TeamRuns, type TeamRole } from './team-runs.ts'
import { Turns } from './turns.ts'

/** After the computer wakes up, a due run begins at most half a minute later. */
const tickMilliseconds = 30_000

type Needs = { readonly ports: Pick<Ports, 'clock' | 'logger'> }

/** Turns a job’s work into a run of its schedule: it waits for its turn, and the schedule records how it ended. */
export type AsRun = <Context extends { readonly signal: AbortSignal }, Result extends { readonly text: string } | null>(
  /** A run that waits for the user gives up its turn, so that the other runs need not wait. */
  work: (context: Context, leaveTurn: () => void) => Promise<Result>,
) => (context: Context) => Promise<Result>

type Options<Stored> = {
  /**
   * Copies the teams’ schedules from their archives, then returns this Mailroom’s role in each account’s team. An
   * account whose team’s schedules can’t run here has no entry.
   */
  readonly rolesInTeams: () => Promise<ReadonlyMap<string, TeamRole>>
  /** The user to whom a run is attributed; undefined for a schedule that nobody else sees. */
  readonly byOf: (schedule: Stored) => string | undefined
  readonly isRunning: string
  /** Starts a run’s job; returns the job’s id. */
  readonly start: (schedule: Stored, asRun: AsRun) => string | Promise<string>
  readonly onDone: (schedule: Stored) => void
  readonly onFailed: (schedule: Stored, reason: string) => void
}

/**
 * Runs all schedules of one kind. After the computer slept or Mailroom was closed, there is one run, however many a schedule
 * has missed.
 */
export class ScheduledRuns<Stored extends Planned> {
  readonly #needs: Needs
  readonly #options: Options<Stored>
  readonly #store: ScheduleStore<Stored>
  readonly #running = new Set<string>()
  readonly #teamRuns = new TeamRuns()
  /** Runs due at the same moment take place one after another. */
  readonly #turns = new Turns()
  #tick: { cancel(): void } | null = null
  #looking: Promise<void> | null = null
  #lookingForTeams: Promise<void> | null = null
  #isStopped = false

  constructor(needs: Needs, store: ScheduleStore<Stored>, options: Options<Stored>) {
    this.#needs = needs
    this.#store = store
    this.#options = options
  }

  start(): void {
    this.#tick = this.#needs.ports.clock.after(tickMilliseconds, () => {
      this.start()
      this.#looking ??= this.#runOwn().finally(() => (this.#looking = null))
      // Teams’ schedules run separately, because a team’s server that does not respond must not hold up this computer’s
      // own schedules.
      this.#lookingForTeams ??= this.#runShared().finally(() => (this.#lookingForTeams = null))
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#tick?.cancel()
    await this.#looking
    await this.#lookingForTeams
    await this.#store.settled()
    await this.#store.writeNotes().catch(() => undefined)
  }

  /** Starts a run now; returns its job’s id. */
  async run(id: string): Promise<string> {
    const schedule = this.#store.find(id)
    if (!schedule) noSchedule()
    const { isRunning } = this.#options
    if (this.#running.has(id)) throw new AppError('conflict', isRunning)
    this.#running.add(id)
    return this.#begin(schedule)
  }

  /** Must be called only for a schedule that is already listed as running. */
  async #begin(schedule: Stored): Promise<string> {
    try {
      if (schedule.folderPath === '') throw new AppError('invalid-input', noFolderHere)
      return await this.#options.start(schedule, this.#asRun(schedule))
    } catch (thrown) {
      this.#running.delete(schedule.id)
      throw thrown
    }
  }

  async #runOwn(): Promise<void> {
    await this.#store.settled()
    // The failure was logged when the run ended. If the disk is still full, the next look tries again.
    await this.#store.writeNotes().catch(() => undefined)
    await this.#runDue(({ sharedBy }) => (sharedBy === null ? 'alone' : undefined))
  }

  async #runShared(): Promise<void> {
    const roles = await this.#options.rolesInTeams()
    await this.#runDue(({ sharedBy, accountId }) => (sharedBy === null ? undefined : roles.get(accountId)))
  }

  /** Schedules in whose team this Mailroom has no role are left to others. */
  async #runDue(roleIn: (schedule: Stored) => TeamRole | 'alone' | undefined): Promise<void> {
    const now = this.#needs.ports.clock.now()
    for (const schedule of this.#store.all) {
      const role = roleIn(schedule)
      if (this.#isStopped || schedule.paused || role === undefined) continue
      if (isDue(schedule, now)) {
        if (role === 'alone' || this.#teamRuns.mayBegin(schedule, role)) await this.#runOne(schedule, now)
      } else if (role !== 'follows') {
        await this.#bringForward(schedule)
      }
    }
  }

  /** While the computer’s clock was ahead, the next time may have been set too late. */
  async #bringForward(late: Stored): Promise<void> {
    try {
      const next = this.#store.nextOf(late)
      if (late.due <= next) return
      await this.#store.change(late.id, (schedule) => (schedule.due > next ? { ...schedule, due: next } : schedule))
    } catch (thrown) {
      this.#warn('A schedule’s next time could not be corrected.', thrown)
    }
  }

  /**
   * Starts only one run, however often the scheduled time has passed, and none while a run is in progress. A failure
   * must not keep later schedules from running: the account may have been removed.
   */
  async #runOne(schedule: Stored, now: number): Promise<void> {
    try {
      if (!(await this.#moveOn(schedule.id, now))) return
      const latest = this.#store.find(schedule.id) ?? schedule
      await this.#begin(latest).catch((thrown: unknown) => this.#failed(schedule, now, thrown))
    } catch (thrown) {
      this.#warn('A scheduled run was not started.', thrown)
    }
  }

  /**
   * Sets a schedule’s next time before the run that is due: a run that crashes Mailroom would otherwise crash it at every
   * start. Returns false if there is no run to begin: the user paused or removed the schedule, the previous run is not
   * over, or a colleague’s Mailroom has begun the run.
   */
  async #moveOn(id: string, now: number): Promise<boolean> {
    const isFree = !this.#running.has(id)
    // Listed before the schedule is written, so that a run that the user starts in the meantime is refused at once.
    if (isFree) this.#running.add(id)
    let begins = false
    try {
      await this.#store.changeIf(id, (schedule) => {
        const isStillDue = isDue(schedule, now)
        begins = isStillDue && isFree
        if (!isStillDue) return undefined
        const { next, missed } = passedRuns(schedule, { now, isMade: begins })
        const listed = missed === null ? schedule.missed : withMissed(schedule.missed, missed, schedule)
        return { ...schedule, due: next, missed: listed }
      })
    } catch (thrown) {
      begins = false
      throw thrown
    } finally {
      if (isFree && !begins) this.#running.delete(id)
    }
    return begins
  }

  #asRun(schedule: Stored): AsRun {
    const { id } = schedule
    return (work) => async (context) => {
      const at = this.#needs.ports.clock.now()
      try {
        await this.#note(schedule, { at, state: 'running', text: '' })
        const result = await this.#turns.take(context.signal, (leaveTurn) =>
          work({ ...context, signal: this.#signalOf(id, context.signal) }, leaveTurn),
        )
        await this.#note(schedule, { at, state: 'done', text: result?.text ?? '' })
        this.#options.onDone(schedule)
        return result
      } catch (thrown) {
        await this.#failed(schedule, at, thrown)
        throw thrown
      } finally {
        this.#running.delete(id)
      }
    }
  }

  /** If a schedule was removed while its run waited for its turn, the run ends itself as if it had been cancelled. */
  #signalOf(id: string, signal: AbortSignal): AbortSignal {
    if (this.#store.find(id)) return signal
    return AbortSignal.abort(new AppError('cancelled', 'This schedule was removed before its run began.'))
  }

  async #failed(schedule: Stored, at: number, thrown: unknown): Promise<void> {
    const { code, message } = AppError.from(thrown)
    const folder = `“${basename(schedule.folderPath)}”`
    const text = code === 'disk' && !message.includes(folder) ? `${message} (${folder})` : message
    await this.#note(schedule, { at, state: 'failed', text })
    // A user who cancelled the run, removed the schedule or closed Mailroom needs no notification.
    if (code !== 'cancelled' && this.#store.find(schedule.id)) this.#options.onFailed(schedule, message)
  }

  /** A run does not fail because its schedule can’t be written: the disk may be full, or the account removed. */
  async #note(schedule: Stored, last: NonNullable<Plan['last']>): Promise<void> {
    try {
      const by = this.#options.byOf(schedule)
      await this.#store.note(schedule.id, by === undefined ? last : { ...last, by })
    } catch (thrown) {
      this.#warn('A run was not noted in its schedule.', thrown)
    }
  }

  #warn(text: string, thrown: unknown): void {
    const { code, message } = AppError.from(thrown)
    this.#needs.ports.logger.log('warn', text, { code, reason: message })
  }
}

/** A team’s members read this on other computers, too. */
const noFolderHere =
  'No folder has been chosen on the computer that runs this schedule. Edit the schedule there and choose a folder.'

export function isDue({ paused, due }: Plan, now: number): boolean {
  return !paused && due <= now
}
