import { fitted, shownCell, widthOf } from './cells.ts'

/** Numbers and dates are never cut, because a part of one looks like a different value. */
type Column = { readonly heading: string; readonly isCut: boolean }

const gap = '  '
const narrowest = 8

/**
 * Lays out rows as text below their headings, within the width of the terminal. The first rows determine the widths of
 * the columns.
 */
export class TextTable {
  readonly #columns: readonly Column[]
  readonly #width: number
  #widths: readonly number[] | null = null

  constructor(columns: readonly Column[], width: number) {
    this.#columns = columns
    this.#width = width
  }

  add(rows: readonly (readonly string[])[]): string {
    if (rows.length === 0) return ''
    const shown = rows.map((row) => row.map(shownCell))
    const headings = this.#columns.map(({ heading }) => heading)
    const isFirst = this.#widths === null
    this.#widths ??= this.#measure(shown)
    return (isFirst ? [headings, ...shown] : shown).map((cells) => this.#line(cells)).join('')
  }

  #line(cells: readonly string[]): string {
    const padded = this.#columns.map(({ isCut }, at) => {
      const cell = cells[at] ?? ''
      const room = this.#widths![at]!
      return isCut ? fitted(cell, room) : ' '.repeat(Math.max(0, room - widthOf(cell))) + cell
    })
    return `${padded.join(gap).trimEnd()}\n`
  }

  /** Narrows the widest text columns until a line fits or all of them are narrow. */
  #measure(rows: readonly (readonly string[])[]): number[] {
    const widths = this.#columns.map(({ heading }, at) =>
      rows.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), widthOf(heading)),
    )
    let excess = widths.reduce((sum, own) => sum + own + gap.length, -gap.length) - this.#width
    for (; excess > 0; excess--) {
      const texts = widths.map((own, at) => (this.#columns[at]!.isCut ? own : 0))
      const widest = texts.indexOf(Math.max(...texts))
      if (texts[widest]! <= narrowest) break
      widths[widest]!--
    }
    return widths
  }
}
