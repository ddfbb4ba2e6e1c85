import type { ReportSchedule } from '#shared/contract/schedules.ts'
import { spanDays } from '#shared/domain/base/span-days.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import { searchQuery } from '../../base/search-query.ts'
import type { JobWork } from '../../jobs/index.ts'
import type { KindRules } from '../../schedules/index.ts'
import { refuseFormat } from '../document/report-files.ts'
import { reportWork, type ReportNeeds } from '../document/report-work.ts'
import { shownSchedule, storedSchedule, type StoredSchedule, type WantedSchedule } from './stored-schedule.ts'

const words = {
  notOffered: 'A browser page can’t write to a folder automatically. To schedule reports, use Mailroom’s desktop app.',
  noFolder: 'Choose a folder for the reports.',
  isRunning: 'This report is already being created. See Jobs.',
  interrupted: 'Mailroom was closed before the report was finished. Run the schedule again.',
}

export function reportSchedules(needs: ReportNeeds): KindRules<WantedSchedule, object, ReportSchedule> {
  return {
    kind: 'report',
    stored: storedSchedule,
    earlier: { rhythm: 'timing', kind: 'format' },
    own: {},
    words,
    notice: { what: ({ format }) => `Dashboard as ${format.toUpperCase()}`, view: 'dashboard' },
    notShared: () => null,
    check: ({ format, text }) => {
      refuseFormat(format, needs.ports)
      searchQuery(text)
    },
    lastFolder: () => null,
    start: (schedule, { asRun, find }) => {
      const { id, accountId, format } = schedule
      refuseFormat(format, needs.ports)
      return needs.jobs.start({
        kind: 'reports',
        title: `Scheduled report: ${needs.accounts.get(accountId).name}`,
        accountId,
        // The schedule is looked up again, because a person may have been erased from the filter while the run waited
        // for its turn.
        work: asRun((context) => workOf(find(id) ?? schedule, needs)(context)),
      })
    },
    shown: shownSchedule,
    erased: (schedule, email) => {
      const text = withoutAddress(schedule.text, email)
      return text === schedule.text ? schedule : { ...schedule, text }
    },
  }
}

function workOf(schedule: StoredSchedule, needs: ReportNeeds): JobWork {
  const { accountId, span, zone, folderPath } = schedule
  return async (context) => {
    context.signal.throwIfAborted()
    const period = spanDays(span, dayIn(zone, needs.accounts.clockOf(accountId).now()))
    return reportWork({ ...schedule, period, zone, folder: folderPath }, needs)(context)
  }
}
