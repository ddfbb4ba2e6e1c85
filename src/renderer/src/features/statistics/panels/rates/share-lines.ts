import type { Counters } from '#shared/contract/statistics.ts'
import { figures, isAboveLimit, type Figure } from '#shared/domain/statistics/figures.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { figureText, formulaText, percent } from '#shared/domain/statistics/figure-text.ts'

/** More lines than anyone reads; the copied table has all of them. */
export const mostLines = 200

type Numbers = Pick<Formats, 'number' | 'locale'>

export type ShareCell = {
  readonly text: string
  readonly title?: string
  /** Whether the figure is above its limit. */
  readonly isAbove?: boolean
  readonly isMuted?: boolean
  /** Whether the change is for the worse and not due to chance. */
  readonly isWorse?: boolean
  /** The direction of the change. */
  readonly arrow?: 'up' | 'down' | undefined
}

export type ShareColumn = {
  readonly id: string
  readonly label: string
  readonly title?: string
  /** How the lines are sorted by this column, if they are. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  /** Whether the change beside it is about this figure. */
  readonly isSubject?: boolean
  /** 1 for the first column that a narrow panel leaves out. */
  readonly yields?: 1 | 2 | 3 | undefined
}

/** A line of a table whose bars show its share. Cells are created only for lines on screen: there may be 50,000. */
export type Line = {
  readonly id: string
  readonly name: string
  /** Shown on hover; the name by default. */
  readonly title?: string | undefined
  /** Whether the name is a substitute for values that have none. */
  readonly isMuted?: boolean
  /** Whether a figure in the line is above its limit: such a line is never left out. */
  readonly isOver?: boolean
  /** The share of the largest line, from 0 to 1. */
  readonly share: number
  readonly cells: () => readonly ShareCell[]
  /** The condition that finds exactly the line’s messages, if there is one. */
  readonly term?: (() => string | undefined) | undefined
  /** Returns the lines that this one unfolds into. */
  readonly lines?: (() => readonly Line[]) | undefined
  /** The number of lines beyond those. */
  readonly more?: number
  /** What else this line includes; shown below its sub-lines. */
  readonly note?: string | undefined
}

export const rates: readonly Figure[] = figures.filter(({ id }) =>
  ['delivered', 'hard', 'opened', 'clicked', 'complaints'].includes(id),
)

/** A count that the mailbox provider does not report isn’t zero. */
const noData = 'no data'

export function rateCells(counters: Counters, formats: Numbers, withComplaints = true): ShareCell[] {
  const shown = rates.map((figure): ShareCell => {
    if (figure.id === 'complaints' && !withComplaints)
      return { text: noData, title: 'This mailbox provider reports no complaints', isMuted: true }
    const value = figure.read(counters)
    return {
      text: figureText(figure, value, formats),
      title: formulaText(figure, value, formats),
      isAbove: isAboveLimit(figure, value),
    }
  })
  return [{ text: formats.number(counters.messages) }, ...shown]
}

export const figureHead: readonly string[] = figures.map(({ label }) => label)

/** All figures as plain counts, for a table that is copied. */
export function figureCounts(counters: Counters, withComplaints = true): (number | string)[] {
  return figures.map((figure) => (figure.id === 'complaints' && !withComplaints ? noData : figure.read(counters).part))
}

/** A part as a share of all. A share of nothing isn’t zero. */
export function shareText(part: number, all: number, formats: Numbers): string {
  return all === 0 ? '–' : percent(part / all, formats)
}

/** Counters that contradict each other must not draw a bar beyond its cell. */
export function shareOf(part: number, most: number): number {
  return most <= 0 ? 0 : Math.max(0, Math.min(1, part / most))
}
