import { untrack } from 'svelte'
import { contentWidths } from './cells.ts'

/** Columns that followed every search would move while the user types. */
const quiet = 300
type Drawn = {
  /** The ids of the columns, as they are drawn beside each other. */
  columns: readonly string[]
  /** How many rows are drawn and loaded. */
  rows: number
  table: Element | undefined
  /** Identifies the result. */
  key: unknown
}

/**
 * How wide the content of each column is. The first rows are measured at once. After that the columns follow what is in
 * view when it rests: another result is measured anew, and more rows of the same one only make a column wider.
 */
export class MeasuredColumns {
  content = $state.raw<Readonly<Record<string, number>>>({})
  /** The result that was measured last. */
  #key: unknown

  /** Returns a function that cancels the measurement, where one is still to come. */
  follow(drawn: Drawn): (() => void) | undefined {
    if (drawn.rows === 0 || !drawn.table) return undefined
    // What measures would run again for what it wrote.
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
