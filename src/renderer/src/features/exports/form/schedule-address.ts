import { exportSources, type ExportSource } from '#shared/contract/base/export-choices.ts'
import { reportSpans, type ReportSpan } from '#shared/contract/base/report-choices.ts'
import { matchingPreset, type DateRange } from '../../../lib/ui/dates/date-presets.ts'
import type { ExportStart } from '../../messages/index.ts'

export type ScheduleStart = {
  readonly source: ExportSource
  readonly text: string
  /** The days to export; null exports every match, regardless of its date. */
  readonly span: ReportSpan | null
}

export function scheduleAddress({ source, text, span }: ScheduleStart): [string[], Record<string, string>] {
  return [['exports', 'schedules', 'new'], { source, q: text, span: span ?? 'all' }]
}

/** Reads the address, which may contain anything. */
export function readScheduleAddress(query: URLSearchParams, usual: ExportSource): ScheduleStart {
  const span = query.get('span')
  return {
    source: exportSources.find((known) => known === query.get('source')) ?? usual,
    text: query.get('q') ?? '',
    span: span === 'all' ? null : (reportSpans.find((known) => known === span) ?? 'yesterday'),
  }
}

/**
 * Returns a schedule with the content of an export. Days counted back from today stay relative; any other period is
 * replaced by yesterday.
 */
export function scheduleOf({ source, text }: ExportStart, period: DateRange, today: string): ScheduleStart {
  if (source !== 'service') return { source, text, span: null }
  const preset = matchingPreset(period, today)
  return { source, text, span: reportSpans.find((span) => span === preset) ?? 'yesterday' }
}
