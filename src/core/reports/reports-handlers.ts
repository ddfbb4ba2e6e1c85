import { AppError } from '#shared/contract/base/error.ts'
import { isRealDay } from '#shared/domain/base/days.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { searchQuery } from '../base/search-query.ts'
import { startReport, type ReportNeeds } from './document/report-work.ts'

export function reportsHandlers(needs: ReportNeeds): HandlersOf<'reports'> {
  return {
    'reports.make': ({ from, to, ...wanted }) => {
      for (const day of [from, to]) {
        if (!isRealDay(day)) throw new AppError('invalid-input', `The date ${day} doesn’t exist. Choose another day.`)
      }
      if (from > to) throw new AppError('invalid-input', 'The start date is after the end date. Choose another period.')
      searchQuery(wanted.text)
      return { jobId: startReport({ ...wanted, period: { from, to }, folder: null, zone: null }, needs) }
    },
  }
}
