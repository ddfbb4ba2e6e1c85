import {
  comparedPeriod,
  periodText,
  usualComparison,
  type PeriodComparison,
} from '#shared/domain/statistics/compared-period.ts'
import type { DateRange } from '../../../lib/ui/dates/date-presets.ts'
import { withPeriod } from '../../query/index.ts'
import { countedPeriod } from '../period/counted-period.ts'

export type FiguresQuestion = {
  /** A search as the user wrote it, with its period. */
  readonly text: string
  /** Null for the default comparison of whatever period is chosen. */
  readonly comparison: PeriodComparison | null
  readonly metaKey: string
}

/** The counts of a source for one question, and for the days that they are compared with. */
export abstract class DashboardFigures {
  /** The last question. The figures on screen may still belong to the previous one. */
  question = $state.raw<FiguresQuestion>({ text: '', comparison: null, metaKey: '' })

  abstract readonly today: string
  /** The search, as far as the source applies it. */
  abstract readonly search: string

  abstract ask(question: FiguresQuestion): void

  get period(): DateRange {
    return countedPeriod(this.question.text, this.today)
  }

  get comparison(): PeriodComparison {
    return this.question.comparison ?? usualComparison(this.period)
  }

  get compared(): DateRange | undefined {
    return comparedPeriod(this.period, this.comparison)
  }

  /** The search for the counted messages, for a link to them. */
  textWith(term: string, range: DateRange = this.period): string {
    return [withPeriod(this.search, periodText(range)), term].filter(Boolean).join(' ')
  }
}
