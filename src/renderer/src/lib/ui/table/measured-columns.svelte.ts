import { untrack } from 'svelte'
import { contentWidths } from './cells.ts'

/** Milliseconds: columns that followed every search would move while the user types. */
const quiet = 300
type Drawn = {
  /** The ids of the columns, in the order in which they are drawn. */
  columns: readonly string[]
  /** The number of rows that are drawn and loaded. */
  rows: number
  table: Element | undefined
  /** Identifies the result. */
  key: unknown
}

/**
 * The width of each column's content. The first rows are measured at once. After that the columns follow the rows in view
 * when scrolling rests: another result is measured afresh, and more rows of the same one only make a column wider.
 */
export class MeasuredColumns {
  content = $state.raw<Readonly<Record<string, number>>>({})
  /** The result that was measured last. */
  #key: unknown

  /** Returns a function that cancels the measurement, if one is still pending. */
  follow(drawn: Drawn): (() => void) | undefined {
    if (drawn.rows === 0 || !drawn.table) return undefined
    // Untracked: the measuring effect would otherwise run again for its own changes.
    const before = untrack(() => this.content)
    if (drawn.columns.some((id) => before[id] === undefined)) {
      this.#measure(drawn, drawn.table)
      return undefined
    }
    const timer = setTimeout(() => this.#measure(drawn, drawn.table!), quiet)
    return () => clearTimeout(timer)
  }

  #measure({ columns, key }: Drawn, table: Element): void {
    const before = untrack(() => this.content)
    const isSame = this.#key === key
    this.#key = key
    const widths = contentWidths(table, columns.length)
    const content = Object.fromEntries(
      columns.map((id, place) => [id, Math.max(widths[place]!, isSame ? (before[id] ?? 0) : 0)]),
    )
    if (columns.some((id) => content[id] !== before[id])) this.content = content
  }
}
