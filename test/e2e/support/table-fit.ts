import type { Page } from '@playwright/test'

/** By table, the columns with cut-off text while another column has room to spare. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = 16
    const isCut = (cell: Element) =>
      [cell, ...cell.querySelectorAll('*')].some(
        (part) =>
          part.clientWidth > 0 && part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== 'visible',
      )
    const inner = (cell: Element) => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
      const range = document.createRange()
      const boxes: DOMRect[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof SVGElement) boxes.push(node.getBoundingClientRect())
        else if (node instanceof Element && node.matches('.badge')) boxes.push(node.getBoundingClientRect())
        else if (node instanceof Text) {
          range.selectNode(node)
          boxes.push(range.getBoundingClientRect())
        }
      }
      const shown = boxes.filter(({ width }) => width > 0)
      return shown.length === 0
        ? 0
        : Math.max(...shown.map(({ right }) => right)) - Math.min(...shown.map(({ left }) => left))
    }
    return [...document.querySelectorAll('[role=grid]')].flatMap((grid) => {
      const columns = [...grid.querySelectorAll('[role=columnheader]')].map((header, place) => {
        const cells = [...grid.querySelectorAll(`[role=gridcell]:nth-child(${place + 1})`)]
        const content = Math.max(...[header, ...cells].map(inner))
        const width = header.getBoundingClientRect().width
        const padding = place === 0 ? 26 : 20
        return { name: header.textContent.trim(), cut: cells.some(isCut), spare: width - padding - content }
      })
      const cut = columns.filter((column) => column.cut)
      const spare = columns.filter((column) => !column.cut && column.spare >= room)
      if (cut.length === 0 || spare.length === 0) return []
      const spared = spare.map(({ name, spare: pixels }) => `${name} (${Math.round(pixels)})`)
      return [
        `${grid.getAttribute('aria-label')}: ${cut.map(({ name }) => name).join(', ')} cut, room in ${spared.join(', ')}`,
      ]
    })
  })
}
