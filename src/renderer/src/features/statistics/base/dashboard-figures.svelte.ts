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
  /** A search in the words of the user, with its period. */
  readonly text: string
  /** Null for the one that suits the period, whatever the period will be. */
  readonly comparison: PeriodComparison | null
  readonly metaKey: string
}

/** What a source counts for one question, and for the days that they are compared with. */
export abstract class DashboardFigures {
  /** What was asked last. The figures on screen may still answer the question before it. */
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

  /** The search whose messages are counted, for a link to them. */
  textWith(term: string, range: DateRange = this.period): string {
    return [withPeriod(this.search, periodText(range)), term].filter(Boolean).join(' ')
  }
}
