import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import type { ReportSchedule } from '#shared/contract/reports.ts'
import type { ParsedInput } from '#shared/contract/table.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'
import { spanDays } from '#shared/domain/base/span-days.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import { JsonFile } from '../../base/json-file.ts'
import { nextRun } from '../../base/schedules/next-run.ts'
import type { JobWork } from '../../jobs/index.ts'
import { formatsOf } from '../../settings/index.ts'
import { reportWork, type Needs } from '../document/report-work.ts'
import { refuseKind } from '../document/report-files.ts'
import { interruptedByStop, shownSchedule, storedSchedule, type StoredSchedule } from './stored-schedule.ts'

/** A computer that wakes up has its report half a minute later at most. */
const tickMilliseconds = 30_000

/**
 * Reports that are made by the clock. A clock that was stopped, by sleep or because Mailroom was closed, makes each missed
 * report once when it goes on.
 */
export class Schedules {
  readonly #needs: Needs
  readonly #file: JsonFile<StoredSchedule[]>
  /** Removed since Mailroom started. */
  readonly #removed = new Map<string, StoredSchedule>()
  readonly #running = new Set<string>()
  /** Reports of one moment are made one after the other. */
  #turn: Promise<unknown> = Promise.resolve()
  #tick: { cancel(): void } | null = null
  #isLooking = false

  private constructor(needs: Needs, file: JsonFile<StoredSchedule[]>) {
    this.#needs = needs
    this.#file = file
  }

  static async open(needs: Needs): Promise<Schedules> {
    const file = await JsonFile.inDataFolder<StoredSchedule[]>(needs, {
      name: 'report-schedules.json',
      initial: [],
      read: (parsed) => z.array(storedSchedule).parse(parsed).map(interruptedByStop),
    })
    return new Schedules(needs, file)
  }

  start(): void {
    this.#tick = this.#needs.ports.clock.after(tickMilliseconds, () => {
      this.start()
      void this.#runDue()
    })
  }

  async stop(): Promise<void> {
    this.#tick?.cancel()
    await this.#file.settled()
  }

  list(accountId: string): ReportSchedule[] {
    return this.#file.value.filter((schedule) => schedule.accountId === accountId).map(shownSchedule)
  }

  async save({ id, folder, ...wanted }: ParsedInput<'reports.schedule'>): Promise<ReportSchedule> {
    const { accounts, files, ports } = this.#needs
    if (!ports.capabilities.saveToDisk) {
      const sentence =
        'A browser page cannot write to a folder by itself. Start Mailroom’s desktop app to schedule reports.'
      throw new AppError('not-offered', sentence)
    }
    refuseKind(wanted.kind, ports)
    accounts.get(wanted.accountId)
    const chosenPath = folder === null ? null : files.find(folder).path
    const zone = formatsOf(this.#needs, null).timeZone
    const due = nextRun(wanted.rhythm, zone, ports.clock.now())
    if (id !== null) {
      const change = { ...wanted, zone, due, ...(chosenPath !== null && { folderPath: chosenPath }) }
      return this.#change(id, (before) => ({ ...before, ...change }))
    }
    if (chosenPath === null) throw new AppError('invalid-input', 'Choose the folder that the reports are written to.')
    const added = { ...wanted, id: randomUUID(), zone, due, folderPath: chosenPath, paused: false, last: null }
    await this.#add(added)
    return shownSchedule(added)
  }

  /** What was missed while it was paused is not made up for. */
  async pause(id: string, paused: boolean): Promise<ReportSchedule> {
    const now = this.#needs.ports.clock.now()
    return this.#change(id, (before) => ({ ...before, paused, due: nextRun(before.rhythm, before.zone, now) }))
  }

  async remove(id: string): Promise<void> {
    await this.#file.set((all) => {
      const removed = all.find((schedule) => schedule.id === id)
      if (!removed) throw gone()
      this.#removed.set(id, removed)
      return all.filter((schedule) => schedule !== removed)
    })
  }

  async restore(id: string): Promise<ReportSchedule> {
    const removed = this.#removed.get(id)
    if (!removed) throw gone()
    const restored = { ...removed, due: nextRun(removed.rhythm, removed.zone, this.#needs.ports.clock.now()) }
    await this.#add(restored)
    this.#removed.delete(id)
    return shownSchedule(restored)
  }

  /** For an account that is gone. */
  async removeAccount(accountId: string): Promise<void> {
    for (const { id, accountId: owner } of this.#removed.values()) if (owner === accountId) this.#removed.delete(id)
    await this.#file.set((all) => {
      const others = all.filter((schedule) => schedule.accountId !== accountId)
      return others.length === all.length ? all : others
    })
  }

  async eraseRecipient(accountId: string, email: string): Promise<void> {
    const erased = (schedule: StoredSchedule): StoredSchedule =>
      schedule.accountId === accountId ? { ...schedule, text: withoutAddress(schedule.text, email) } : schedule
    for (const [id, schedule] of this.#removed) this.#removed.set(id, erased(schedule))
    await this.#file.set((all) => {
      const next = all.map(erased)
      return next.every(({ text }, at) => text === all[at]!.text) ? all : next
    })
  }

  run(id: string): string {
    const schedule = this.#find(id)
    if (this.#running.has(id)) throw new AppError('conflict', 'This report is being made already. See Jobs.')
    const { accounts, jobs, ports } = this.#needs
    refuseKind(schedule.kind, ports)
    const { name } = accounts.get(schedule.accountId)
    this.#running.add(id)
    try {
      return jobs.start({
        kind: 'reports',
        title: `Scheduled report: ${name}`,
        accountId: schedule.accountId,
        work: this.#work(schedule),
      })
    } catch (thrown) {
      this.#running.delete(id)
      throw thrown
    }
  }

  /** Each once, however often its time has passed, and not again while it is being made. */
  async #runDue(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    await this.#file.settled()
    await this.#runMissed(this.#needs.ports.clock.now()).finally(() => (this.#isLooking = false))
  }

  async #runMissed(now: number): Promise<void> {
    for (const { id } of this.#file.value.filter((schedule) => this.#isDue(schedule, now))) {
      try {
        if (await this.#moveOn(id, now)) this.run(id)
      } catch (thrown) {
        const { code, message } = AppError.from(thrown)
        this.#needs.ports.logger.log('warn', 'A scheduled report was not begun.', { code, reason: message })
      }
    }
  }

  #isDue({ id, paused, due }: StoredSchedule, now: number): boolean {
    return !paused && due <= now && !this.#running.has(id)
  }

  /**
   * Sets the next time of a schedule that is due, before its report is made: a report that ends Mailroom each time would
   * end it at every start. False where the user paused or removed it meanwhile.
   */
  async #moveOn(id: string, now: number): Promise<boolean> {
    let isDue = false
    await this.#file.set((all) => {
      const schedule = all.find((one) => one.id === id)
      isDue = schedule !== undefined && this.#isDue(schedule, now)
      if (!schedule || !isDue) return all
      return replaced(all, { ...schedule, due: nextRun(schedule.rhythm, schedule.zone, now) })
    })
    return isDue
  }

  #work(schedule: StoredSchedule): JobWork {
    const { accountId, span, zone, folderPath } = schedule
    return (context) => {
      const made = this.#turn.then(async () => {
        const at = this.#needs.ports.clock.now()
        await this.#note(schedule.id, { at, state: 'running', text: '' })
        try {
          context.signal.throwIfAborted()
          const period = spanDays(span, dayIn(zone, this.#needs.accounts.clockOf(accountId).now()))
          const order = { ...schedule, period, zone, folder: folderPath }
          const result = await reportWork(order, this.#needs)(context)
          await this.#note(schedule.id, { at, state: 'done', text: result?.text ?? '' })
          return result
        } catch (thrown) {
          await this.#note(schedule.id, { at, state: 'failed', text: reasonOf(thrown, folderPath) })
          throw thrown
        } finally {
          this.#running.delete(schedule.id)
        }
      })
      this.#turn = made.catch(() => undefined)
      return made
    }
  }

  /** It may have been removed meanwhile. */
  async #note(id: string, last: NonNullable<StoredSchedule['last']>): Promise<void> {
    await this.#file.set((all) => all.map((one) => (one.id === id ? { ...one, last } : one))).catch(() => undefined)
  }

  /** An account that is gone has no schedules: its own were removed before. */
  async #add(schedule: StoredSchedule): Promise<void> {
    await this.#file.set((all) => {
      this.#needs.accounts.get(schedule.accountId)
      return [...all.filter(({ id }) => id !== schedule.id), schedule]
    })
  }

  /** Changes a schedule as it is once the writes before this one are done, so that none of them is undone. */
  async #change(id: string, change: (before: StoredSchedule) => StoredSchedule): Promise<ReportSchedule> {
    const all = await this.#file.set((before) => {
      const schedule = before.find((one) => one.id === id)
      if (!schedule) throw gone()
      return replaced(before, change(schedule))
    })
    return shownSchedule(all.find((one) => one.id === id)!)
  }

  #find(id: string): StoredSchedule {
    const found = this.#file.value.find((schedule) => schedule.id === id)
    if (!found) throw gone()
    return found
  }
}

function replaced(all: readonly StoredSchedule[], changed: StoredSchedule): StoredSchedule[] {
  return all.map((one) => (one.id === changed.id ? changed : one))
}

function gone(): AppError {
  return new AppError('not-found', 'That schedule is no longer there.')
}

function reasonOf(thrown: unknown, folder: string): string {
  const error = AppError.from(thrown)
  return error.code === 'disk' ? `${error.message} (“${basename(folder)}”)` : error.message
}
