import { presetRange } from '../../../lib/ui/dates/date-presets.ts'
import { periodTerm } from '../../messages/query/period-term.ts'
import { isDated, withPeriod } from '../../messages/query/query-text.ts'

/** A dashboard shows a period: without one it would be the whole history, whose newest days nobody could tell apart. */
export function withDefaultPeriod(text: string, today: string): string {
  return isDated(text) ? text : withPeriod(text, periodTerm(presetRange('last-30-days', today), today))
}
