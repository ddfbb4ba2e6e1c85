import { untrack } from 'svelte'
import type { Column } from './columns.ts'

/** Rows after which the widths stay as they are: columns that follow every search would move while the user types. */
const enoughRows = 20
/** On both sides of a cell, with the line of the header's handle. */
const padding = 22
/** The arrow of a sorted column, with its gap. */
const sortSign = 16

/**
 * How wide the content of each column is. Texts are measured on a canvas, because asking the page for the width of a cell
 * would lay out the table once for each.
 */
export class MeasuredColumns<Row> {
  content = $state.raw<Readonly<Record<string, number>>>({})
  /** Rows that each column was measured with. */
  readonly #rows: Record<string, number> = {}
  readonly #context = document.createElement('canvas').getContext('2d')

  /** Whether these columns were measured with enough rows. */
  isDone(columns: readonly Column<Row>[]): boolean {
    return columns.every(({ id }) => (this.#rows[id] ?? 0) >= enoughRows)
  }

  /** Measures the columns that still lack rows. A column never becomes narrower. */
  measure(columns: readonly Column<Row>[], rows: readonly Row[], element: Element | undefined): void {
    const context = this.#context
    const lacking = columns.filter(({ id }) => (this.#rows[id] ?? 0) < Math.min(rows.length, enoughRows))
    if (!context || !element || lacking.length === 0) return
    // The shorthand `font` is empty here: it has no word for digits of one width.
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`
    const widthOf = (text: string) => context.measureText(text).width
    // What measures would run again for what it wrote.
    const content = { ...untrack(() => this.content) }
    for (const column of lacking) {
      const label = widthOf(column.label) + (column.sorts ? sortSign : 0)
      const extra = column.extra ?? (column.cell ? undefined : 0)
      this.#rows[column.id] = rows.length
      // What else stands in a cell is known to the view alone, so the width that it gives counts.
      if (extra === undefined) continue
      const texts = [...(column.samples ?? []), ...rows.map((row) => column.text(row))]
      const widest = texts.reduce((width, text) => Math.max(width, widthOf(text) + extra), label)
      content[column.id] = Math.max(content[column.id] ?? 0, widest + padding)
    }
    this.content = content
  }
}
