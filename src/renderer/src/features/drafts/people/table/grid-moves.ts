import { isSameColumn, type GridColumn } from '#shared/domain/drafts/people/grid-columns.ts'

export type GridPosition = { readonly row: number; readonly column: number }

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

type Size = {
  /** Includes the empty last row, in which a new recipient is entered. */
  readonly rows: number
  readonly columns: number
  readonly page: number
}

/** Returns the cell that a key moves to, or undefined if the key does not move the focus. */
export function cellAfterKey(
  { row, column }: GridPosition,
  press: Press,
  { rows, columns, page }: Size,
): GridPosition | undefined {
  const jumps = press.ctrlKey || press.metaKey
  const at = (nextRow: number, nextColumn: number): GridPosition => ({
    row: Math.max(0, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  })
  switch (press.key) {
    case 'ArrowDown':
      return at(jumps ? rows - 1 : row + 1, column)
    case 'ArrowUp':
      return at(jumps ? 0 : row - 1, column)
    case 'ArrowRight':
      return at(row, jumps ? columns - 1 : column + 1)
    case 'ArrowLeft':
      return at(row, jumps ? 0 : column - 1)
    case 'PageDown':
      return at(row + page, column)
    case 'PageUp':
      return at(row - page, column)
    case 'Home':
      return at(jumps ? 0 : row, 0)
    case 'End':
      return at(jumps ? rows - 1 : row, columns - 1)
    default:
      return undefined
  }
}

/**
 * Returns the next cell in reading order, or undefined past the last cell or before the first, where Tab leaves the
 * table.
 */
export function cellAfterTab({ row, column }: GridPosition, isBack: boolean, { rows, columns }: Omit<Size, 'page'>) {
  const position = row * columns + column + (isBack ? -1 : 1)
  if (position < 0 || position >= rows * columns) return undefined
  return { row: Math.floor(position / columns), column: position % columns }
}

export type CellRange = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

export function rangeOfCells(one: GridPosition, other: GridPosition): CellRange {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  }
}

/**
 * Returns the visible columns, plus one on each side. `offsets` contains the left edges, followed by the right edge of
 * the last column.
 */
export function columnsInView(offsets: readonly number[], left: number, width: number): { first: number; end: number } {
  const count = offsets.length - 1
  let first = 0
  while (first < count - 1 && offsets[first + 1]! <= left) first++
  let end = first
  while (end < count && offsets[end]! < left + width) end++
  return { first: Math.max(0, first - 1), end: Math.min(count, end + 1) }
}

/** Returns the position of a cell after the columns have changed. A column that is gone is replaced by one beside it. */
export function cellAmong(
  columns: readonly GridColumn[],
  cell: GridPosition,
  before: readonly GridColumn[],
): GridPosition {
  const { row, column } = cell
  const was = before[column]
  // The column of files follows the others.
  if (!was) return { row, column: columns.length + column - before.length }
  const isWanted = (each: GridColumn | undefined): boolean => each !== undefined && isSameColumn(each, was)
  if (isWanted(columns[column])) return cell
  const at = columns.findIndex(isWanted)
  return { row, column: at < 0 ? Math.min(column, columns.length - 1) : at }
}
