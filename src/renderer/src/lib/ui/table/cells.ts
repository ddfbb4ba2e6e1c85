/** The index of the row an event happened in. */
export function rowOf(event: Event): number | undefined {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
  return row ? Number(row.dataset.row) : undefined
}

/**
 * Shows the whole text of a cell that is cut off or that `fullText` knows a longer one for. Runs at every move, because
 * the cell may show another row by now.
 */
export function showCutText(event: PointerEvent, fullText: (row: number, place: number) => string | undefined): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=gridcell]') : null
  const full = cell ? fullText(rowOf(event) ?? -1, Number(cell.ariaColIndex) - 1) : undefined
  const text = full ?? (cell && cell.scrollWidth > cell.clientWidth ? cell.innerText : '')
  if (cell && cell.title !== text) cell.title = text
}

/** The width that shows the longest cell in view, up to a limit. */
export function fittingWidth(table: HTMLElement | undefined, place: number): number {
  const cells = table?.querySelectorAll<HTMLElement>(`[role=row] > :nth-child(${place + 1})`)
  const range = document.createRange()
  const widths = [...(cells ?? [])].map((cell) => {
    range.selectNodeContents(cell.querySelector('.truncate') ?? cell)
    return Math.max(range.getBoundingClientRect().width, cell.scrollWidth > cell.clientWidth ? cell.scrollWidth : 0)
  })
  return Math.min(640, Math.max(...widths, 24) + 24)
}
