import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import type { ReportSchedule } from '#shared/contract/reports.ts'
import type { ParsedInput } from '#shared/contract/table.ts'
import { dayIn, nextRun, spanDays } from '#shared/domain/reports/schedule-rule.ts'
import { JsonFile } from '../../base/json-file.ts'
import type { JobWork } from '../../jobs/index.ts'
import { formatsOf, reportWork, type Needs } from '../document/report-work.ts'
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
    const before = id === null ? null : this.#find(id)
    const folderPath = folder === null ? before?.folderPath : files.find(folder).path
    if (folderPath === undefined)
      throw new AppError('invalid-input', 'Choose the folder that the reports are written to.')
    const zone = formatsOf(this.#needs, null).timeZone
    const saved: StoredSchedule = {
      ...wanted,
      id: id ?? randomUUID(),
      zone,
      folderPath,
      due: nextRun(wanted.rhythm, zone, ports.clock.now()),
      paused: before?.paused ?? false,
      last: before?.last ?? null,
    }
    await this.#file.set((all) => [...all.filter((other) => other.id !== saved.id), saved])
    return shownSchedule(saved)
  }

  /** What was missed while it was paused is not made up for. */
  async pause(id: string, paused: boolean): Promise<ReportSchedule> {
    const { rhythm, zone } = this.#find(id)
    return shownSchedule(await this.#change(id, { paused, due: nextRun(rhythm, zone, this.#needs.ports.clock.now()) }))
  }

  async remove(id: string): Promise<void> {
    const removed = this.#find(id)
    await this.#file.set((all) => all.filter((other) => other.id !== id))
    this.#removed.set(id, removed)
  }

  async restore(id: string): Promise<ReportSchedule> {
    const removed = this.#removed.get(id)
    if (!removed) throw gone()
    const due = nextRun(removed.rhythm, removed.zone, this.#needs.ports.clock.now())
    await this.#file.set((all) => [...all.filter((other) => other.id !== id), { ...removed, due }])
    this.#removed.delete(id)
    return shownSchedule(this.#find(id))
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
    const { accounts, ports } = this.#needs
    for (const { id, due, paused, accountId, rhythm, zone } of this.#file.value) {
      if (paused || due > now || this.#running.has(id)) continue
      try {
        // Before it is made: a report that ends Mailroom each time would end it at every start.
        await this.#change(id, { due: nextRun(rhythm, zone, now) })
        accounts.get(accountId)
        this.run(id)
      } catch (thrown) {
        const { code, message } = AppError.from(thrown)
        // Its account was removed.
        if (code === 'not-found') await this.#file.set((all) => all.filter((other) => other.id !== id))
        ports.logger.log('warn', 'A scheduled report was not begun.', { code, reason: message })
      }
    }
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

  async #change(id: string, change: Partial<StoredSchedule>): Promise<StoredSchedule> {
    const changed = { ...this.#find(id), ...change }
    await this.#file.set((all) => all.map((one) => (one.id === id ? changed : one)))
    return changed
  }

  #find(id: string): StoredSchedule {
    const found = this.#file.value.find((schedule) => schedule.id === id)
    if (!found) throw gone()
    return found
  }
}

function gone(): AppError {
  return new AppError('not-found', 'That schedule is no longer there.')
}

function reasonOf(thrown: unknown, folder: string): string {
  const error = AppError.from(thrown)
  return error.code === 'disk' ? `${error.message} (“${basename(folder)}”)` : error.message
}
