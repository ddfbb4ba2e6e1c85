import { followDrag } from '../../../lib/ui/layout/drag.ts'
import type { PanelPlace } from './panel-place.ts'

/** So near to an edge of what scrolls, a drag scrolls it. */
const edge = 40

/** Moves a panel with the pointer, from its press on the panel's handle. Escape leaves the panel where it was. */
export function dragPanel(event: PointerEvent, { id, arrangement }: PanelPlace): void {
  const handle = event.currentTarget
  if (!(handle instanceof HTMLElement) || event.button !== 0) return
  const scroller = scrollerOf(handle)
  arrangement.dragged = { id, target: id }
  followDrag(event, ({ clientX, clientY }) => {
    if (!arrangement.dragged) return
    const { top, bottom } = scroller.getBoundingClientRect()
    if (clientY < top + edge) scroller.scrollBy(0, -edge / 2)
    else if (clientY > bottom - edge) scroller.scrollBy(0, edge / 2)
    arrangement.dragged = { id, target: panelAt(clientX, clientY) ?? arrangement.dragged.target }
  })
  const cancel = (key: KeyboardEvent) => {
    if (key.key !== 'Escape') return
    key.preventDefault()
    key.stopPropagation()
    arrangement.dragged = null
  }
  addEventListener('keydown', cancel, { capture: true })
  const drop = () => {
    removeEventListener('keydown', cancel, { capture: true })
    const target = arrangement.dragged?.target
    arrangement.dragged = null
    if (target !== undefined) arrangement.moveTo(id, target)
  }
  handle.addEventListener('lostpointercapture', drop, { once: true })
}

function panelAt(x: number, y: number): string | undefined {
  const cell = document.elementFromPoint(x, y)?.closest('[data-panel]')
  return cell instanceof HTMLElement ? cell.dataset.panel : undefined
}

function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && getComputedStyle(at).overflowY === 'auto') return at
  }
  return document.documentElement
}
