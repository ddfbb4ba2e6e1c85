import { endWidth, leastWidth, shownColumns, widthOf, type Column, type TableLayout } from './columns.ts'

type Planned = Pick<Column<never>, 'id' | 'width' | 'minWidth' | 'keeps' | 'grow' | 'startHidden'>

/** A column gives way down to this width. Shorter content, such as a date, is never cut. */
const readable = 140
/** The widest that content makes a column: one long value must not push the others out. */
const widest = 360

type Free = { id: string; keeps: boolean | undefined; wished: number; least: number }

type Room = {
  layout: TableLayout
  /** The width of each column's content with its padding; columns that are not measured are left out. */
  content: Readonly<Record<string, number>>
  /** The width of the table. */
  width: number
}

/**
 * The width of each measured column: its content's, while all fit beside each other. In a narrow table the growing column
 * gives way first, then the long ones in proportion, those that keep their width last. Widths that the user set are not touched.
 */
export function planWidths(columns: readonly Planned[], { layout, content, width }: Room): Record<string, number> {
  const isFree = ({ id, grow }: Planned) => !grow && layout.widths?.[id] === undefined && content[id] !== undefined
  const free = columns.filter(isFree).map((column): Free => {
    const wished = Math.ceil(Math.min(widest, content[column.id]!))
    return { id: column.id, keeps: column.keeps, wished, least: Math.min(wished, column.minWidth ?? readable) }
  })
  const taken = columns
    .filter((column) => !isFree(column))
    .reduce((total, column) => total + widthOf(column, layout), endWidth)
  const wished = free.reduce((total, column) => total + column.wished, 0)
  const missing = Math.max(0, wished + taken - width)
  const givesFirst = free.filter(({ keeps }) => !keeps)
  const slackFirst = slackOf(givesFirst)
  const shareFirst = Math.min(1, missing / Math.max(1, slackFirst))
  const shareLast = Math.min(1, Math.max(0, missing - slackFirst) / Math.max(1, slackOf(free) - slackFirst))
  const widthIn = ({ wished, least, keeps }: Free) =>
    Math.max(leastWidth, Math.floor(wished - (keeps ? shareLast : shareFirst) * (wished - least)))
  return Object.fromEntries(free.map((column) => [column.id, widthIn(column)]))
}

/** The columns with their planned widths. Hidden ones, and those that are not measured, stay as they are. */
export function sizedColumns<Row>(columns: readonly Column<Row>[], room: Room): Column<Row>[] {
  const planned = planWidths(shownColumns(columns, room.layout), room)
  return columns.map((column) => {
    const width = planned[column.id]
    return width === undefined ? column : { ...column, width }
  })
}

const slackOf = (columns: readonly Free[]) => columns.reduce((total, { wished, least }) => total + wished - least, 0)
