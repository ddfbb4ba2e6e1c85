import type { Counters } from '#shared/contract/statistics.ts'
import { figures, isAboveLimit, type Figure } from '#shared/domain/statistics/figures.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { figureText, formulaText, percent } from '#shared/domain/statistics/figure-text.ts'

/** More lines than anyone reads; the copied table contains all of them. */
export const mostLines = 200

type Numbers = Pick<Formats, 'number' | 'locale'>

export type ShareCell = {
  readonly text: string
  readonly title?: string
  readonly isAbove?: boolean
  readonly isMuted?: boolean
  /** Whether the change is for the worse and not due to chance. */
  readonly isWorse?: boolean
  readonly arrow?: 'up' | 'down' | undefined
}

export type ShareColumn = {
  readonly id: string
  readonly label: string
  readonly title?: string
  /** The direction in which the lines are sorted by this column, if they are. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  /** Whether the last column shows the change of this figure. */
  readonly isSubject?: boolean
  /** 1 for the column that a narrow panel omits first. */
  readonly yields?: 1 | 2 | 3 | undefined
}

/**
 * A line of a table, with a bar that shows its share. Cells are created only for visible lines, because there may be 50,000
 * lines.
 */
export type Line = {
  readonly id: string
  readonly name: string
  /** Shown on hover; defaults to the name. */
  readonly title?: string | undefined
  /** Whether the name is a placeholder for values without a name. */
  readonly isMuted?: boolean
  /** Whether a figure in the line exceeds its limit; such a line is never omitted. */
  readonly isOver?: boolean
  /** The size relative to the largest line, from 0 to 1. */
  readonly share: number
  readonly cells: () => readonly ShareCell[]
  /** The search condition for exactly the line’s messages, if there is one. */
  readonly term?: (() => string | undefined) | undefined
  readonly lines?: (() => readonly Line[]) | undefined
  /** The number of lines in addition to those returned by `lines`. */
  readonly more?: number
  /** Describes what else this line includes; shown below its sub-lines. */
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

/** All figures as plain counts, for a copied table. */
export function figureCounts(counters: Counters, withComplaints = true): (number | string)[] {
  return figures.map((figure) => (figure.id === 'complaints' && !withComplaints ? noData : figure.read(counters).part))
}

/** Formats a part as a share of the total. If the total is zero, there is no share, rather than a share of zero. */
export function shareText(part: number, all: number, formats: Numbers): string {
  return all === 0 ? '–' : percent(part / all, formats)
}

/** Returns the length of a bar, from 0 to 1, so that contradictory counters can’t draw it beyond its cell. */
export function shareOf(part: number, most: number): number {
  return most <= 0 ? 0 : Math.max(0, Math.min(1, part / most))
}
