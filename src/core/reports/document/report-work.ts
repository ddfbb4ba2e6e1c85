import { basename } from 'node:path'
import type { ReportFormat } from '#shared/contract/base/report-choices.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Archives } from '../../archive/index.ts'
import type { Ground } from '../../base/room.ts'
import type { FileTokens } from '../../files/index.ts'
import type { Jobs, JobWork } from '../../jobs/index.ts'
import type { Notes } from '../../notes/index.ts'
import { formatsOf, type Settings } from '../../settings/index.ts'
import { countReport, rangeText, type ReportQuestion } from './count-report.ts'
import { keepReport, refuseFormat, renderReport, reportName, writeReport } from './report-files.ts'

export type ReportNeeds = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly files: FileTokens
  readonly jobs: Jobs
  readonly notes: Pick<Notes, 'list'>
  readonly settings: Settings
}

export type ReportOrder = ReportQuestion & {
  readonly format: ReportFormat
  /** One of the user’s folders; null for a file waiting to be saved. */
  readonly folder: string | null
  /** The report’s time zone; null for the zone in the settings. */
  readonly zone: string | null
}

const endings = { pdf: 'pdf', html: 'html', csv: 'zip' } as const satisfies Record<ReportFormat, string>

/** Starts the job that creates a report; returns its id. */
export function startReport(order: ReportOrder, needs: ReportNeeds): string {
  refuseFormat(order.format, needs.ports)
  const { name } = needs.accounts.get(order.accountId)
  return needs.jobs.start({
    kind: 'reports',
    title: `${reportName(name, rangeText(order.period))}.${endings[order.format]}`,
    accountId: order.accountId,
    work: reportWork(order, needs),
  })
}

export function reportWork(order: ReportOrder, needs: ReportNeeds): JobWork {
  const { format, folder, period } = order
  const { ports, files } = needs
  return async ({ signal, progress }) => {
    progress({ note: 'Counting messages' })
    const data = await countReport(order, { ...needs, formats: formatsOf(needs, order.zone) }, signal)
    signal.throwIfAborted()
    progress({ fraction: 0.5, note: format === 'pdf' ? 'Creating the PDF' : 'Writing the report' })
    const report = await renderReport(data, { format, period: rangeText(period), ports, signal })
    signal.throwIfAborted()
    if (folder === null) return { text: 'The report is ready.', fileToken: await keepReport(report, needs, signal) }
    const path = await writeReport(report, folder, signal)
    const { token } = await files.register(path)
    return { text: `Report written to “${basename(path)}”.`, fileToken: null, savedToken: token }
  }
}
