import { statisticsGroups } from '#shared/contract/base/statistics-limits.ts'
import { and } from '#shared/domain/query/ast.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { horizonText } from '#shared/domain/archive/horizon-text.ts'
import type { DateRange } from '#shared/domain/base/days.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { comparedPeriod, periodText, type PeriodComparison } from '#shared/domain/statistics/compared-period.ts'
import { lackingText } from '#shared/domain/statistics/lacking-days.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Archives } from '../../archive/index.ts'
import { searchQuery } from '../../base/search-query.ts'
import type { Notes } from '../../notes/index.ts'
import type { ReportData } from './report-data.ts'
import { detailSections } from './detail-sections.ts'
import { archiveSections, headline } from './report-sections.ts'

/** A report’s scope, including its days. */
export type ReportQuestion = {
  readonly accountId: string
  readonly text: string
  readonly period: DateRange
  readonly comparison: PeriodComparison
  readonly metaKey: string | null
}

type Needs = {
  readonly archives: Archives
  readonly accounts: Accounts
  readonly notes: Pick<Notes, 'list'>
  readonly formats: Formats
}

/** How many values a report lists, which fill a few pages. A longer list can be exported as messages. */
const listedValues = 200

export async function countReport(question: ReportQuestion, needs: Needs, signal: AbortSignal): Promise<ReportData> {
  const { accountId, text, period, comparison, metaKey } = question
  const { accounts, formats } = needs
  const filters = searchQuery(text)
  const archive = await needs.archives.of(accountId)
  const now = accounts.clockOf(accountId).now()
  const scopeOf = (range: DateRange) => ({
    query: and([filters, parse(periodText(range)).query]),
    context: { now, zone: formats.timeZone },
  })
  const count = (range: DateRange, isWhole: boolean) => {
    const wanted = isWhole ? { groups: statisticsGroups, metaKey } : { groups: [], metaKey: null }
    return archive.statistics({ ...scopeOf(range), ...wanted, limit: listedValues }, { signal })
  }
  const compared = comparedPeriod(period, comparison)
  const statistics = await count(period, true)
  const lacking = compared && lackingText(statistics.horizon, compared, formats)
  const before = compared && lacking === undefined ? await count(compared, false) : null
  const details = await archive.details(scopeOf(period), { signal })
  const notes = await needs.notes.list(accountId, { ...period, zone: formats.timeZone })
  const comparedText = compared ? rangeText(compared) : 'nothing'
  const counted = { statistics, before, period, metaKey, notes, formats }
  return {
    title: 'Email report',
    account: accounts.get(accountId).name,
    facts: [
      { label: 'Period', value: rangeText(period) },
      { label: 'Compared with', value: lacking ?? comparedText },
      { label: 'Filters', value: text.trim() || 'none' },
      { label: 'Time zone', value: formats.timeZone },
      { label: 'Source', value: `The archive. ${horizonText(statistics.horizon, formats)}` },
      { label: 'Created', value: formats.dateTime(now) },
    ],
    figures: headline(counted),
    sections: [...archiveSections(counted), ...detailSections(details, formats)],
  }
}

export function rangeText({ from, to }: DateRange): string {
  return from === to ? from : `${from} to ${to}`
}
