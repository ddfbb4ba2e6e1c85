import { endWidth, leastWidth, shownColumns, widthOf, type Column, type TableLayout } from './columns.ts'

type Planned = Pick<Column<never>, 'id' | 'width' | 'minWidth' | 'gives' | 'grow' | 'startHidden'>

/**
 * A column without a `minWidth` shrinks no further than this width, so shorter content, such as a date, is never
 * truncated.
 */
const readable = 150
/** Widths are rounded up to a multiple of this step, so that other rows seldom move the columns. */
const step = 12

type Free = { id: string; gives: Column<never>['gives']; width: number; least: number }

type Room = {
  layout: TableLayout
  /** The width of each column’s content, including padding; unmeasured columns are left out. */
  content: Readonly<Record<string, number>>
  width: number
}

/**
 * Returns the width of each measured column: its content’s width if all columns fit next to each other; the growing
 * column fills the rest. In a narrow table, columns with `gives: 'first'` shrink before the others, and those with
 * `gives: 'last'` after them. The widest column of a group shrinks first, so that nothing is truncated while another
 * column has space to spare. Widths set by the user stay unchanged.
 */
export function planWidths(columns: readonly Planned[], { layout, content, width }: Room): Record<string, number> {
  const isFree = ({ id }: Planned) => layout.widths?.[id] === undefined && content[id] !== undefined
  const taken = columns
    .filter((column) => !isFree(column))
    .reduce((total, column) => total + widthOf(column, layout), endWidth)
  const fit = (round: (wished: number) => number) =>
    columns.filter(isFree).map(({ id, gives, minWidth }): Free => {
      const wished = Math.max(leastWidth, round(content[id]!))
      return { id, gives, width: wished, least: Math.min(wished, minWidth ?? readable) }
    })
  const missingIn = (planned: readonly Free[]) => total(planned) + taken - width
  const rounded = fit((wished) => Math.ceil(wished / step) * step)
  if (missingIn(rounded) <= 0) return widthsOf(rounded)
  let planned = fit(Math.ceil)
  for (const group of ['first', undefined, 'last'] as const) {
    const missing = missingIn(planned)
    if (missing <= 0) break
    const narrower = lowered(
      planned.filter(({ gives }) => gives === group),
      missing,
    )
    planned = planned.map((column) => narrower.find(({ id }) => id === column.id) ?? column)
  }
  return widthsOf(planned)
}

/** Returns the columns with their planned widths. Hidden and unmeasured columns stay unchanged. */
export function sizedColumns<Row>(columns: readonly Column<Row>[], room: Room): Column<Row>[] {
  const planned = planWidths(shownColumns(columns, room.layout), room)
  return columns.map((column) => {
    const width = planned[column.id]
    // If the content is narrower than the column’s minimum width, the minimum is lowered.
    return width === undefined ? column : { ...column, width, minWidth: Math.min(width, column.minWidth ?? width) }
  })
}

/** Takes `missing` pixels from the widest of these columns, as far as they can shrink. */
function lowered(columns: readonly Free[], missing: number): Free[] {
  const below = (level: number) =>
    columns.map((column) => ({ ...column, width: Math.max(column.least, Math.min(column.width, level)) }))
  const wanted = total(columns) - missing
  let low = 0
  let high = Math.max(0, ...columns.map(({ width }) => width))
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (total(below(middle)) <= wanted) low = middle
    else high = middle
  }
  return below(low)
}

const total = (columns: readonly Free[]) => columns.reduce((sum, { width }) => sum + width, 0)
const widthsOf = (columns: readonly Free[]) => Object.fromEntries(columns.map(({ id, width }) => [id, width]))
