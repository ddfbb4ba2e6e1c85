import type { AlertCondition } from '../../contract/alerts.ts'
import type { Counters } from '../../contract/statistics.ts'
import { figures, type Figure, type FigureId, type FigureValue } from '../statistics/figures.ts'

export type Measure = Extract<AlertCondition, { kind: 'rate' }>['measure']

/** Uses the dashboard’s own figures, so that an alert and the dashboard never disagree. */
function figureOf(id: FigureId): Figure {
  return figures.find((figure) => figure.id === id)!
}

/** Returns, in words, the whole of which a measure is a share. */
export function wholeOf(measure: Measure): string {
  return figureOf(measure === 'bounces' ? 'hard' : measure).whole ?? ''
}

function measured(measure: Measure, counters: Counters): FigureValue {
  if (measure !== 'bounces') return figureOf(measure).read(counters)
  const [hard, soft] = [figureOf('hard').read(counters), figureOf('soft').read(counters)]
  return { part: hard.part + soft.part, whole: hard.whole }
}

export function valueOf(condition: AlertCondition, counters: Counters): FigureValue {
  switch (condition.kind) {
    case 'rate':
      return measured(condition.measure, counters)
    case 'fall':
      return measured('delivered', counters)
    case 'complaints':
      return { part: measured('complaints', counters).part, whole: null }
    case 'silence':
      return { part: counters.messages, whole: null }
  }
}

/** For delivered mail, lower values are worse; for everything else, higher ones are. */
export function isWorseBelow(condition: AlertCondition): boolean {
  return condition.kind === 'rate' && condition.measure === 'delivered'
}
