import type { DayCounters } from '#shared/contract/statistics.ts'
import type { StatisticsFilter } from '#shared/domain/service/requests.ts'
import { countersOfService, type ServiceCounters } from '#shared/domain/statistics/service/service-counters.ts'
import type { CallOptions, ServiceClient } from '../../api/index.ts'
import { utcDayOf, utcDaysOf } from './service-period.ts'
import { problemsOf } from './service-problems.ts'

/** Epoch milliseconds, both inclusive. */
export type PeriodFilter = StatisticsFilter & { readonly dateBegin: number; readonly dateEnd: number }

type Day = ServiceCounters & { readonly date: number }

/** Joins the service’s two daily statistics: one reports deliveries, the other sends and bounces. */
export async function joinedDays(statistics: ServiceClient['statistics'], filter: PeriodFilter, options: CallOptions) {
  const [activities, bounces] = await Promise.all([
    statistics.activities(filter, options),
    statistics.bounces(filter, options),
  ])
  const { from, to } = utcDaysOf({ begin: filter.dateBegin, end: filter.dateEnd })
  const sums = new Map<string, Record<string, number>>()
  let outside = 0
  for (const { date, extra: _extra, ...counts } of [...activities.items, ...bounces.items] as (Day & {
    extra: unknown
  })[]) {
    const day = utcDayOf(date)
    if (day < from || day > to) outside += 1
    else addTo(sums, day, counts)
  }
  const days = [...sums].map(([day, counts]): DayCounters => ({ day, ...countersOfService(counts) }))
  days.sort((a, b) => (a.day < b.day ? -1 : 1))
  const { problems, reasons } = problemsOf({ problems: [...activities.problems, ...bounces.problems] })
  const named = outside > 0 ? [...reasons, 'The service returned days outside the period.'] : reasons
  return { days, from, to, problems: problems + outside, reasons: named }
}

/** Adds to the day’s counters, because the same day may occur twice, as seconds and as a date. */
function addTo(sums: Map<string, Record<string, number>>, day: string, counts: ServiceCounters): void {
  const sum = sums.get(day) ?? {}
  sums.set(day, sum)
  for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
}
