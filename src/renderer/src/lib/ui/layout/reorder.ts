import { followDrag } from './drag.ts'

/**
 * A drag this close to the scroller’s edge scrolls it. The distance is smaller in a short list, where most rows are
 * near an edge.
 */
const edgeOf = (top: number, bottom: number) => Math.min(40, (bottom - top) / 10)

/** An item that the pointer moves, and the item whose position it would take. */
export type Dragged = { readonly id: string; readonly target: string }

type Drag = {
  readonly id: string
  /** The data attribute that contains the items’ ids, such as `data-panel`. */
  readonly attribute: string
  /** Called with each step, and with null when the drag ends. */
  readonly show: (dragged: Dragged | null) => void
  readonly move: (id: string, target: string) => void
}

/**
 * Moves a list item with the pointer, starting with the press on the item’s handle. Escape leaves the item at its original
 * position.
 */
export function dragItem(event: PointerEvent, { id, attribute, show, move }: Drag): void {
  const handle = event.currentTarget
  if (!(handle instanceof HTMLElement) || event.button !== 0) return
  const scroller = scrollerOf(handle)
  let target: string | null = id
  show({ id, target })
  followDrag(event, ({ clientX, clientY }) => {
    if (target === null) return
    const { top, bottom } = scroller.getBoundingClientRect()
    const edge = edgeOf(top, bottom)
    if (clientY < top + edge) scroller.scrollBy(0, -edge / 2)
    else if (clientY > bottom - edge) scroller.scrollBy(0, edge / 2)
    target = itemAt(clientX, clientY, attribute) ?? target
    show({ id, target })
  })
  const cancel = (key: KeyboardEvent) => {
    if (key.key !== 'Escape') return
    key.preventDefault()
    key.stopPropagation()
    target = null
    show(null)
  }
  addEventListener('keydown', cancel, { capture: true })
  const drop = () => {
    removeEventListener('keydown', cancel, { capture: true })
    show(null)
    if (target !== null) move(id, target)
  }
  handle.addEventListener('lostpointercapture', drop, { once: true })
}

/**
 * The order after an item has taken another item’s position; the other item moves towards the first item’s old position.
 */
export function movedTo(order: readonly string[], id: string, target: string): string[] {
  const at = order.indexOf(target)
  if (at < 0 || !order.includes(id)) return [...order]
  const others = order.filter((other) => other !== id)
  return [...others.slice(0, at), id, ...others.slice(at)]
}

function itemAt(x: number, y: number, attribute: string): string | undefined {
  return document.elementFromPoint(x, y)?.closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined
}

function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && getComputedStyle(at).overflowY === 'auto') return at
  }
  return document.documentElement
}
