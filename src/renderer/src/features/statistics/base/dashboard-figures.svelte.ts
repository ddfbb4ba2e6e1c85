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
  /** A search as the user typed it, including its period. */
  readonly text: string
  /** The chosen comparison; null for the default comparison of the selected period. */
  readonly comparison: PeriodComparison | null
  readonly metaKey: string
}

/** A source’s counts for one question, and for the days with which it is compared. */
export abstract class DashboardFigures {
  /** The latest question. The figures on the screen may still belong to the previous question. */
  question = $state.raw<FiguresQuestion>({ text: '', comparison: null, metaKey: '' })

  abstract readonly today: string
  /** The part of the search that the source applies. */
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

  /** Returns a search for the counted messages, for a link to them. */
  textWith(term: string, range: DateRange = this.period): string {
    return [withPeriod(this.search, periodText(range)), term].filter(Boolean).join(' ')
  }
}
