import { isDeepStrictEqual } from 'node:util'
import type { ExportSchedule, ScheduledWhat } from '#shared/contract/export-schedules.ts'
import type { ParsedInput } from '#shared/contract/table.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import { FailureNotices } from '../base/schedules/failure-notices.ts'
import { withMissed } from '../base/schedules/missed.ts'
import { nextRuns } from '../base/schedules/next-run.ts'
import { readStored, type Plan } from '../base/schedules/plan.ts'
import { Schedules } from '../base/schedules/schedules.ts'
import { formatsOf } from '../settings/index.ts'
import type { Exports } from './exports.ts'
import type { Needs } from './source/content.ts'
import { startRun, whatNow } from './scheduled-run.ts'
import { shownSchedule, storedSchedule, type StoredSchedule } from './schedule/stored-schedule.ts'

type Own = Pick<StoredSchedule, 'missed' | 'files' | 'filesUntil'>
type Wanted = Omit<StoredSchedule, keyof Plan | keyof Own>

const words = {
  notOffered: 'A browser page cannot write to a folder by itself. Start Mailroom’s desktop app to schedule exports.',
  noFolder: 'Choose the folder that the files are written to.',
  isRunning: 'This export is running already. See Jobs.',
  interrupted: 'Mailroom was closed before the export was finished. Run it again.',
}

/** In notifications. */
const names: Readonly<Record<ScheduledWhat['source'], string>> = {
  archive: 'Messages of the archive',
  service: 'Messages from the service',
  delta: 'Messages since the last export',
}

/** Exports that are made by the clock. */
export class ExportSchedules {
  readonly #needs: Needs
  readonly #exports: Exports
  readonly #schedules: Schedules<Wanted, Own>

  private constructor(needs: Needs, exports: Exports, schedules: Schedules<Wanted, Own>) {
    this.#needs = needs
    this.#exports = exports
    this.#schedules = schedules
  }

  static async open(needs: Needs, exports: Exports): Promise<ExportSchedules> {
    const failures = new FailureNotices<StoredSchedule>(needs, {
      kind: 'export',
      what: ({ what }) => names[what.source],
      action: 'go.exports',
    })
    const schedules: Schedules<Wanted, Own> = await Schedules.open<Wanted, Own>(needs, {
      name: 'export-schedules.json',
      read: (parsed) => readStored(parsed, storedSchedule, { rhythm: 'timing' }),
      own: { missed: [], files: [], filesUntil: 0 },
      zone: () => formatsOf(needs, null).timeZone,
      words,
      start: (schedule, asRun) =>
        startRun(schedule, asRun, { needs, exports, change: (id, change) => schedules.change(id, change) }),
      withMissed: (schedule, missed) => ({ ...schedule, missed: withMissed(schedule.missed, missed, schedule) }),
      onFailed: (schedule, reason) => failures.add(schedule, reason),
      onDone: ({ id }) => failures.clear(id),
      onChange: (accountId) => needs.events.emit({ name: 'exports.changed', payload: { accountId } }),
    })
    return new ExportSchedules(needs, exports, schedules)
  }

  start(): void {
    this.#schedules.start()
  }

  stop(): Promise<void> {
    return this.#schedules.stop()
  }

  list(accountId: string): ExportSchedule[] {
    return this.#schedules.list(accountId).map(shownSchedule)
  }

  nextRuns({ timing }: ParsedInput<'exports.nextRuns'>): { zone: string; runs: number[] } {
    const zone = this.#zone()
    return { zone, runs: nextRuns(timing, { zone, after: this.#needs.ports.clock.now(), count: 3 }) }
  }

  async save({ id, folder, ...wanted }: ParsedInput<'exports.schedule'>): Promise<ExportSchedule> {
    const what = whatNow(wanted, this.#zone(), this.#needs)
    this.#exports.check({ ...wanted, what, place: { ...wanted.place, folder: null } })
    const lastFolder = this.#exports.history.lastOf(wanted.accountId)?.folderPath ?? null
    return shownSchedule(await this.#schedules.save({ id, folder, lastFolder }, wanted))
  }

  async pause(id: string, paused: boolean): Promise<ExportSchedule> {
    return shownSchedule(await this.#schedules.pause(id, paused))
  }

  run(id: string): Promise<string> {
    return this.#schedules.run(id)
  }

  remove(id: string): Promise<void> {
    return this.#schedules.remove(id)
  }

  async restore(id: string): Promise<ExportSchedule> {
    return shownSchedule(await this.#schedules.restore(id))
  }

  removeAccount(accountId: string): Promise<void> {
    return this.#schedules.removeAccount(accountId)
  }

  eraseRecipient(accountId: string, email: string): Promise<void> {
    const clean = (text: string): string => withoutAddress(text, email)
    return this.#schedules.changeAll(accountId, (schedule) => {
      const { what, place, last, files } = schedule
      const next = {
        ...schedule,
        what: what.source === 'archive' ? { ...what, text: clean(what.text) } : what,
        place: { ...place, name: clean(place.name) },
        last: last && { ...last, text: clean(last.text) },
        // One that is named after them is left to the user.
        files: files.filter(({ name }) => clean(name) === name),
      }
      return isDeepStrictEqual(next, schedule) ? schedule : next
    })
  }

  #zone(): string {
    return formatsOf(this.#needs, null).timeZone
  }
}
