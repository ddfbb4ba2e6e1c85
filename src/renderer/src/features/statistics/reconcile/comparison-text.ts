import type { ComparedBy, ComparedLine, DifferenceReason } from '#shared/contract/statistics.ts'
import { plural } from '#shared/domain/base/plural.ts'
import {
  differing,
  sideBySide,
  type ComparedCounter,
} from '#shared/domain/statistics/reconciliation/compared-counts.ts'
import { reasonsOfCounter } from '#shared/domain/statistics/reconciliation/difference-reasons.ts'
import { reasonLabels, reasonSentence } from '#shared/domain/statistics/reconciliation/reason-sentences.ts'
import { dayPeriod, daysPeriod } from '#shared/domain/statistics/reconciliation/utc-days.ts'
import type { DateRange } from '../../../lib/ui/dates/date-presets.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import type { CsvTable } from '#shared/domain/statistics/csv-text.ts'
import type { Compared } from './comparison.svelte.ts'

type Totals = Pick<Compared, 'lines' | 'total' | 'equal'>

/** For example “28 of 30 days match. 2 differ: 1 not fully read, 1 still in progress.” */
export function summaryText({ lines, total, equal }: Totals, by: ComparedBy, formats: Pick<Formats, 'number'>): string {
  const differ = total - equal
  if (total === 0) return `There are no ${by}s to compare.`
  if (differ === 0) return total === 1 ? `The ${by} matches.` : `All ${plural(formats, total, by)} match.`
  const counts = new Map<DifferenceReason, number>()
  for (const { reasons } of lines) {
    const [first] = reasons
    if (first) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  const parts = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => (counts.size === 1 ? '' : `${formats.number(count)} `) + reasonLabels[reason])
  const same =
    equal === 1
      ? `${formats.number(equal)} of ${plural(formats, total, by)} matches.`
      : `${formats.number(equal)} of ${plural(formats, total, by)} match.`
  return [same, `${plural(formats, differ, 'differs', 'differ')}: ${parts.join(', ')}.`].join(' ')
}

/** Returns the signed difference; positive if the service counts more than the archive. */
export function differenceText({ ours, theirs }: ComparedCounter, formats: Pick<Formats, 'number'>): string {
  if (theirs === null) return ''
  const difference = theirs - ours
  if (difference === 0) return 'equal'
  return `${difference > 0 ? '+' : '−'}${formats.number(Math.abs(difference))}`
}

/** Returns a line’s counters that differ, or the number of messages if both sides count the same. */
export function shownCounters({ archive, service }: ComparedLine): ComparedCounter[] {
  const counters = sideBySide(archive, service)
  const different = differing(counters)
  return different.length > 0 ? different : counters.slice(0, 1)
}

export function lineName(by: ComparedBy, value: string, formats: Pick<Formats, 'days'>): string {
  return by === 'day' ? formats.days({ from: value, to: value }) : value
}

export function whyText(
  { value, reasons }: Pick<ComparedLine, 'value' | 'reasons'>,
  by: ComparedBy,
  range: DateRange,
  compared: Pick<Compared, 'horizon' | 'startsAt' | 'windowDays' | 'comparedAt'>,
  formats: Pick<Formats, 'dateTime'>,
): string {
  const period = by === 'day' ? dayPeriod(value) : daysPeriod(range)
  const facts = { ...compared, period, now: Math.floor(compared.comparedAt / 1000) }
  const moment = (second: number) => formats.dateTime(second * 1000)
  return reasons.map((reason) => reasonSentence(reason, facts, moment)).join(' ')
}

/** Returns the line, with only the reasons for one of its counters. */
export function withReasonsOf(line: ComparedLine, { name }: ComparedCounter): ComparedLine {
  return { ...line, reasons: [...reasonsOfCounter(name, sideBySide(line.archive, line.service), line.reasons)] }
}

/**
 * Adjacent counters that differ for the same reasons share an explanation. Returns the number of rows that each explanation
 * spans; 0 for a row without a separate explanation.
 */
export function explainedRows(line: ComparedLine, counters: readonly ComparedCounter[]): number[] {
  const reasons = counters.map((counter) => withReasonsOf(line, counter).reasons.join())
  const isFirst = (at: number) => at === 0 || reasons[at] !== reasons[at - 1]
  return counters.map((_, at) => {
    if (!isFirst(at)) return 0
    const next = counters.findIndex((_counter, later) => later > at && isFirst(later))
    return (next < 0 ? counters.length : next) - at
  })
}

/** One row for each counter of each line. */
export function comparisonTable(
  lines: readonly ComparedLine[],
  by: ComparedBy,
  why: (line: ComparedLine) => string,
): CsvTable {
  const head = by === 'day' ? 'Day (UTC)' : by === 'tag' ? 'Tag' : 'Domain'
  return {
    head: [head, 'Counter', 'Service', 'Archive', 'Difference', 'Explanation'],
    rows: lines.flatMap((line) =>
      sideBySide(line.archive, line.service).map((counter) => {
        const { label, ours, theirs } = counter
        const isEqual = theirs === null || theirs === ours
        const difference = theirs === null ? '' : theirs - ours
        return [line.value, label, theirs ?? '', ours, difference, isEqual ? '' : why(withReasonsOf(line, counter))]
      }),
    ),
  }
}
