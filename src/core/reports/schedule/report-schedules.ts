import { basename } from 'node:path'
import type { ReportSchedule } from '#shared/contract/reports.ts'
import type { ParsedInput } from '#shared/contract/table.ts'
import { spanDays } from '#shared/domain/base/span-days.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import { FailureNotices } from '../../base/schedules/failure-notices.ts'
import { readStored, type Plan } from '../../base/schedules/plan.ts'
import { Schedules } from '../../base/schedules/schedules.ts'
import type { Notices } from '../../app/index.ts'
import type { JobWork } from '../../jobs/index.ts'
import { formatsOf } from '../../settings/index.ts'
import { refuseFormat } from '../document/report-files.ts'
import { reportWork, type Needs as WorkNeeds } from '../document/report-work.ts'
import { shownSchedule, storedSchedule, type StoredSchedule } from './stored-schedule.ts'

/** Also where a failure is shown. */
export type Needs = WorkNeeds & { readonly notices: Notices }

type Wanted = Omit<StoredSchedule, keyof Plan>

const words = {
  notOffered: 'A browser page cannot write to a folder by itself. Start Mailroom’s desktop app to schedule reports.',
  noFolder: 'Choose the folder that the reports are written to.',
  isRunning: 'This report is being made already. See Jobs.',
  interrupted: 'Mailroom was closed before the report was made. Run it again.',
}

/** Reports that are made by the clock. */
export class ReportSchedules {
  readonly #needs: Needs
  readonly #schedules: Schedules<Wanted, object>

  private constructor(needs: Needs, schedules: Schedules<Wanted, object>) {
    this.#needs = needs
    this.#schedules = schedules
  }

  static async open(needs: Needs): Promise<ReportSchedules> {
    const failures = new FailureNotices<StoredSchedule>(needs, {
      kind: 'report',
      what: ({ format }) => `Dashboard as ${format.toUpperCase()}`,
      action: 'go.dashboard',
    })
    const schedules = await Schedules.open<Wanted, object>(needs, {
      name: 'report-schedules.json',
      read: (parsed) => readStored(parsed, storedSchedule, { rhythm: 'timing', kind: 'format' }),
      own: {},
      zone: () => formatsOf(needs, null).timeZone,
      words,
      start: (schedule, asRun) => {
        const { accountId } = schedule
        refuseFormat(schedule.format, needs.ports)
        return needs.jobs.start({
          kind: 'reports',
          title: `Scheduled report: ${needs.accounts.get(accountId).name}`,
          accountId,
          work: asRun(workOf(schedule, needs)),
        })
      },
      onFailed: (schedule, reason) => failures.add(schedule, reason),
      onDone: ({ id }) => failures.clear(id),
    })
    return new ReportSchedules(needs, schedules)
  }

  start(): void {
    this.#schedules.start()
  }

  stop(): Promise<void> {
    return this.#schedules.stop()
  }

  list(accountId: string): ReportSchedule[] {
    return this.#schedules.list(accountId).map(shownSchedule)
  }

  async save({ id, folder, ...wanted }: ParsedInput<'reports.schedule'>): Promise<ReportSchedule> {
    refuseFormat(wanted.format, this.#needs.ports)
    return shownSchedule(await this.#schedules.save({ id, folder }, wanted))
  }

  async pause(id: string, paused: boolean): Promise<ReportSchedule> {
    return shownSchedule(await this.#schedules.pause(id, paused))
  }

  remove(id: string): Promise<void> {
    return this.#schedules.remove(id)
  }

  async restore(id: string): Promise<ReportSchedule> {
    return shownSchedule(await this.#schedules.restore(id))
  }

  removeAccount(accountId: string): Promise<void> {
    return this.#schedules.removeAccount(accountId)
  }

  eraseRecipient(accountId: string, email: string): Promise<void> {
    return this.#schedules.changeAll(accountId, (schedule) => {
      const text = withoutAddress(schedule.text, email)
      return text === schedule.text ? schedule : { ...schedule, text }
    })
  }

  /** Reports that were made into a folder. */
  async remains(accountId: string): Promise<string[]> {
    return this.#schedules
      .list(accountId)
      .filter(({ last }) => last !== null)
      .map(({ folderPath }) => `The scheduled reports in “${basename(folderPath)}”`)
  }

  run(id: string): Promise<string> {
    return this.#schedules.run(id)
  }
}

function workOf(schedule: StoredSchedule, needs: Needs): JobWork {
  const { accountId, span, zone, folderPath } = schedule
  return async (context) => {
    context.signal.throwIfAborted()
    const period = spanDays(span, dayIn(zone, needs.accounts.clockOf(accountId).now()))
    return reportWork({ ...schedule, period, zone, folder: folderPath }, needs)(context)
  }
}
