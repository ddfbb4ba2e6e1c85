import { AppError } from '#shared/contract/base/error.ts'
import { isRealDay } from '#shared/domain/base/days.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { startReport, type ReportNeeds } from './document/report-work.ts'

export function reportsHandlers(needs: ReportNeeds): HandlersOf<'reports'> {
  return {
    'reports.make': ({ from, to, ...wanted }) => {
      for (const day of [from, to]) {
        if (!isRealDay(day)) throw new AppError('invalid-input', `The calendar has no ${day}. Choose another day.`)
      }
      if (from > to) throw new AppError('invalid-input', 'The first day is after the last day.')
      return { jobId: startReport({ ...wanted, period: { from, to }, folder: null, zone: null }, needs) }
    },
  }
}
