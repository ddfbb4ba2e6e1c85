export function rowOf(event: Event): number | undefined {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
  return row ? Number(row.dataset.row) : undefined
}

/**
 * Shows the complete text of a cell that is truncated or for which `fullText` returns a longer text. Runs on every move,
 * because the cell may now show another row.
 */
export function showCutText(event: PointerEvent, fullText: (row: number, place: number) => string | undefined): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=gridcell]') : null
  const full = cell ? fullText(rowOf(event) ?? -1, Number(cell.ariaColIndex) - 1) : undefined
  const text = full ?? (cell && cell.scrollWidth > cell.clientWidth ? cell.innerText : '')
  if (cell && cell.title !== text) cell.title = text
}

/** The width of a sorted column’s arrow. Space for it is reserved before the column is sorted. */
const sortSign = 14

/**
 * Returns the untruncated width of each column’s header and cells in view, including padding. All widths are read
 * before anything is written, which costs only one layout.
 */
export function contentWidths(table: Element, columns: number): number[] {
  const widths = Array.from({ length: columns }, () => 0)
  table.classList.add('uncut')
  for (const row of table.querySelectorAll('[role=row]')) {
    for (const [place, cell] of [...row.children].slice(0, columns).entries()) {
      const sign = cell.ariaSort === 'none' ? sortSign : 0
      widths[place] = Math.max(widths[place]!, cell.getBoundingClientRect().width + sign)
    }
  }
  table.classList.remove('uncut')
  return widths
}
