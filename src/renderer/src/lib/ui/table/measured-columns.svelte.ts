import { tick, untrack } from 'svelte'
import { contentWidths } from './cells.ts'

/** Milliseconds without a change before columns are measured again, so that they do not move while the user types. */
const quiet = 300
type Drawn = {
  /** The column ids, in drawing order. */
  columns: readonly string[]
  /** The number of rows that are drawn and loaded. */
  rows: number
  table: Element | undefined
  /** Identifies the result that the rows belong to. For a new key, the columns are measured from scratch. */
  key: unknown
}

/**
 * The content width of each column. The first rows are measured before they are painted. After that, the columns follow
 * the rows in view when scrolling pauses: a new result is measured from scratch, and more rows of the same result can
 * only widen a column.
 */
export class MeasuredColumns {
  content = $state.raw<Readonly<Record<string, number>>>({})
  #key: unknown

  /** Returns a function that cancels the measurement if it is still pending. */
  follow(drawn: Drawn): (() => void) | undefined {
    if (drawn.rows === 0 || !drawn.table) return undefined
    // Untracked: otherwise, the measuring effect would run again after every change that it makes.
    const before = untrack(() => this.content)
    if (drawn.columns.some((id) => before[id] === undefined)) {
      let isCancelled = false
      // A new table draws one row until its height is known. Columns fitted to that row would visibly change again.
      void tick().then(() => isCancelled || this.#measure(drawn, drawn.table!))
      return () => (isCancelled = true)
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
