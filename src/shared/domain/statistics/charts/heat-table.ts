import { palette } from './palette.ts'
import { chartWidth, drawing, element, escaped, words, type ChartHead } from './svg-text.ts'

type HeatTable = ChartHead & {
  readonly rows: readonly { readonly label: string; readonly values: readonly number[] }[]
  readonly columns: readonly string[]
  /** The text of a cell, including its number. */
  readonly text: (cell: { row: string; column: string; value: number }) => string
}

const cellHeight = 20
const labelWidth = 48

/** Draws a table with a cell for each row and column. The larger the number, the darker its cell. */
export function heatTable({ rows, columns, text, ...head }: HeatTable): string {
  const most = Math.max(...rows.flatMap(({ values }) => values), 1)
  const step = (chartWidth - labelWidth) / Math.max(columns.length, 1)
  const cell = (row: string, value: number, at: number): string => {
    const place = { x: labelWidth + at * step + 1, width: step - 2, height: cellHeight - 2, rx: 2 }
    const title = element('title', {}, escaped(text({ row, column: columns[at] ?? '', value })))
    const ground = element('rect', { ...place, fill: palette.sunken })
    // The square root is used so that a single large send does not make all other hours look empty.
    const strength = Math.round(Math.sqrt(value / most) * 100) / 100
    return ground + element('rect', { ...place, fill: palette['--accent'], 'fill-opacity': strength }, title)
  }
  const names = columns.map((column, at) =>
    at % 3 === 0 ? words(column, { x: labelWidth + at * step, y: 12, fill: palette.muted }) : '',
  )
  const lines = rows.map(({ label, values }, at) =>
    element(
      'g',
      { transform: `translate(0 ${18 + at * cellHeight})` },
      words(label, { x: 0, y: 14, fill: palette.muted, width: labelWidth - 6 }),
      ...values.map((value, column) => cell(label, value, column)),
    ),
  )
  return drawing(head, {
    height: 18 + rows.length * cellHeight,
    draw: (from) => element('g', { transform: `translate(0 ${from})` }, ...names, ...lines),
  })
}
