import type { Snippet } from 'svelte'
import { tsvLine } from '#shared/text/tsv.ts'
import type { Selection } from './selection.ts'

export type Column<Row> = {
  id: string
  label: string
  /** Returns a cell’s plain text, which is used for copying, and shown if there is no `cell`. */
  text: (row: Row) => string
  /** Returns the full form of `text`, such as a time with its date, which is shown on hover, read out and copied. */
  full?: (row: Row) => string
  cell?: Snippet<[Row]>
  /** The width until rows are measured. */
  width?: number
  minWidth?: number
  align?: 'start' | 'end'
  /**
   * `first`: shrinks below its content before the other columns. `last`: shrinks only if the others can’t shrink
   * further.
   */
  gives?: 'first' | 'last'
  /** Fills the width left by the other columns, until the user sets a width. */
  grow?: boolean
  /** Makes the column sortable. The value is the direction of the first click: dates and counts start with the largest. */
  sorts?: Direction
  /** The value by which fully loaded rows are sorted, if not by the text. */
  order?: (row: Row) => string | number
  hideable?: boolean
  startHidden?: boolean
}

export type Direction = 'ascending' | 'descending'

export type Sort = {
  column: string
  direction: Direction
}

/** The user’s column arrangement and row order. Plain data that can be stored; ids that no longer exist are ignored. */
export type TableLayout = {
  order?: string[]
  widths?: Record<string, number>
  /** True hides a column; false shows a column that is hidden by default. */
  hidden?: Record<string, boolean>
  sort?: Sort
}

const usualWidth = 140
export const leastWidth = 48
export const endWidth = 32

type AnyColumn = Pick<Column<never>, 'id' | 'width' | 'minWidth' | 'grow' | 'startHidden'>

export function isHidden(column: AnyColumn, layout: TableLayout): boolean {
  return layout.hidden?.[column.id] ?? column.startHidden ?? false
}

/**
 * Returns the columns in the user’s order. A column added by a new version is placed after the column that it follows
 * by design.
 */
export function orderedColumns<C extends AnyColumn>(columns: readonly C[], layout: TableLayout): C[] {
  const ordered = (layout.order ?? []).flatMap((id) => columns.find((column) => column.id === id) ?? [])
  columns.forEach((column, place) => {
    if (ordered.includes(column)) return
    const neighbour = columns[place - 1]
    ordered.splice(neighbour ? ordered.indexOf(neighbour) + 1 : 0, 0, column)
  })
  return ordered
}

export function shownColumns<C extends AnyColumn>(columns: readonly C[], layout: TableLayout): C[] {
  const shown = orderedColumns(columns, layout).filter((column) => !isHidden(column, layout))
  return shown.length > 0 ? shown : columns.slice(0, 1)
}

export function widthOf(column: AnyColumn, layout: TableLayout): number {
  const width = layout.widths?.[column.id] ?? column.width ?? usualWidth
  return Math.max(column.minWidth ?? leastWidth, Math.round(width))
}

/**
 * Returns the value of `grid-template-columns`. The last track has no column: it contains the columns button and fills
 * the remaining width.
 */
export function gridTemplate(columns: readonly AnyColumn[], layout: TableLayout): string {
  const grows = (column: AnyColumn) => column.grow === true && layout.widths?.[column.id] === undefined
  const tracks = columns.map((column) => {
    const width = `${widthOf(column, layout)}px`
    return grows(column) ? `minmax(${width}, 1fr)` : width
  })
  return [...tracks, columns.some(grows) ? `${endWidth}px` : `minmax(${endWidth}px, 1fr)`].join(' ')
}

export function withWidth(layout: TableLayout, column: AnyColumn, width: number): TableLayout {
  const least = column.minWidth ?? leastWidth
  return { ...layout, widths: { ...layout.widths, [column.id]: Math.max(least, Math.round(width)) } }
}

export function withHidden(layout: TableLayout, id: string, hidden: boolean): TableLayout {
  return { ...layout, hidden: { ...layout.hidden, [id]: hidden } }
}

type Move = { id: string; step: 1 | -1 }

/** Moves a column past its next visible neighbour. */
export function withMoved(columns: readonly AnyColumn[], layout: TableLayout, { id, step }: Move): TableLayout {
  const shown = shownColumns(columns, layout).map((column) => column.id)
  const neighbour = shown[shown.indexOf(id) + step]
  if (neighbour === undefined) return layout
  const order = orderedColumns(columns, layout)
    .map((column) => column.id)
    .filter((other) => other !== id)
  order.splice(order.indexOf(neighbour) + (step === 1 ? 1 : 0), 0, id)
  return { ...layout, order }
}

export function nextSort(current: Sort | undefined, column: Pick<Column<never>, 'id' | 'sorts'>): Sort {
  if (current?.column !== column.id) return { column: column.id, direction: column.sorts ?? 'ascending' }
  return { column: column.id, direction: current.direction === 'ascending' ? 'descending' : 'ascending' }
}

export function rowsBetween<Row>(rowAt: (index: number) => Row | undefined, first: number, end: number): Row[] {
  return Array.from({ length: end - first }, (_none, place) => rowAt(first + place)).filter((row) => row !== undefined)
}

/** A text for the clipboard, and the number of rows in it, which can be lower than the number of selected rows. */
export type CopiedRows = {
  readonly text: string
  readonly rows: number
}

/** The selection’s loaded rows as tab-separated text. */
export function loadedRows<Row>(
  columns: readonly Column<Row>[],
  selection: Selection,
  rowAt: (index: number) => Row | undefined,
): CopiedRows {
  const lines = [...selection.indexes()].flatMap((index) => {
    const row = rowAt(index)
    return row === undefined ? [] : [tsvLine(columns.map((column) => (column.full ?? column.text)(row)))]
  })
  return { text: lines.join('\n'), rows: lines.length }
}
