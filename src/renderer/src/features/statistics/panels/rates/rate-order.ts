import type { Counters } from '#shared/contract/statistics.ts'
import { changeIn } from '#shared/domain/statistics/changes.ts'
import { figures, isAboveLimit, rateOf, type Figure, type FigureId } from '#shared/domain/statistics/figures.ts'
import { mostLines, rates } from './share-lines.ts'

/** The sort order of the lines in a table of rates, and the figure to which their change refers. */
export type RateOrder = {
  readonly by: FigureId | 'name'
  /** Sorts by the change in the figure instead of the figure itself. */
  readonly change: boolean
  readonly down: boolean
}

/** The order in which lines are counted: most messages first. */
export const usualOrder: RateOrder = { by: 'requested', change: false, down: true }

/** The values by which a line is sorted. */
export type Measured = {
  readonly name: string
  readonly counters: Counters
  /** The counters in the compared period; null if unknown. */
  readonly before: Counters | null
  /** Whether a count of complaints is meaningful for the line. */
  readonly hasComplaints: boolean
}

const sortable: readonly string[] = ['name', 'requested', ...rates.map(({ id }) => id)]

function isUsual({ by, change, down }: RateOrder): boolean {
  return by === usualOrder.by && !change && down
}

/** Reads the stored order, which may contain anything. */
export function readOrder(stored: unknown): RateOrder {
  const { by, change, down } = (stored ?? {}) as Partial<Record<string, unknown>>
  if (typeof by !== 'string' || !sortable.includes(by)) return usualOrder
  return { by: by as RateOrder['by'], change: change === true, down: down !== false }
}

/** Returns the sort order after a click on a column. `change` is one of the columns. */
export function nextOrder(order: RateOrder, column: string): RateOrder {
  const isChange = column === 'change'
  const by = isChange ? subjectOf(order).id : (column as RateOrder['by'])
  if (order.by === by && order.change === isChange) return { ...order, down: !order.down }
  return { by, change: isChange, down: by !== 'name' }
}

/** The figure shown in the change column. */
export function subjectOf({ by }: Pick<RateOrder, 'by'>): Figure {
  return figures.find(({ id }) => id === by) ?? figures[0]!
}

/** Sorts the lines. Lines without a value come last in either direction; lines with equal values keep their order. */
export function byRate<Line>(lines: readonly Line[], measure: (line: Line) => Measured, order: RateOrder): Line[] {
  if (isUsual(order)) return [...lines]
  const sign = order.down ? -1 : 1
  const measured = lines.map((line) => ({ line, at: measure(line) }))
  if (order.by === 'name') measured.sort((a, b) => sign * a.at.name.localeCompare(b.at.name))
  else {
    const keyed = measured.map(({ line, at }) => ({ line, key: keyOf(at, order) }))
    return keyed.sort((a, b) => compared(a.key, b.key, sign)).map(({ line }) => line)
  }
  return measured.map(({ line }) => line)
}

function compared(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (a - b)
}

function keyOf({ counters, before, hasComplaints }: Measured, { by, change }: RateOrder): number | null {
  const figure = subjectOf({ by })
  if (figure.id === 'complaints' && !hasComplaints) return null
  const value = figure.read(counters)
  if (change) return before && changeIn(figure, value, figure.read(before))
  return figure.whole === null ? value.part : rateOf(value)
}

export function isOver({ counters, hasComplaints }: Pick<Measured, 'counters' | 'hasComplaints'>): boolean {
  return rates.some((figure) => {
    if (figure.limit === null || (figure.id === 'complaints' && !hasComplaints)) return false
    return isAboveLimit(figure, figure.read(counters))
  })
}

/** Returns the lines that a table can show: the first ones, and all lines above a limit. */
export function tableLines<Line>(lines: readonly Line[], isLineOver: (line: Line) => boolean): Line[] {
  return lines.filter((line, at) => at < mostLines || isLineOver(line))
}
