import { place, type Box, type PlaceOptions } from './placement.ts'

type Options = PlaceOptions & {
  /** Makes the panel at least as wide as its anchor, for lists of options. */
  matchWidth?: boolean
}

/**
 * Shows a `popover` element in the top layer, above any dialog, and keeps it at its anchor until the returned function is
 * called. No library is needed: the platform provides the layer, light dismissal and Escape, and lacks only the
 * positioning.
 */
export function float(panel: HTMLElement, anchor: () => Box, options: Options = {}): () => void {
  const update = () => {
    const box = anchor()
    if (options.matchWidth) panel.style.minWidth = `${box.width}px`
    panel.style.maxHeight = ''
    const size = { width: panel.offsetWidth, height: panel.offsetHeight }
    const placed = place(box, size, { width: innerWidth, height: innerHeight }, options)
    panel.style.left = `${placed.x}px`
    panel.style.top = `${placed.y}px`
    panel.style.maxHeight = `${placed.maxHeight}px`
  }
  const follow = (event: Event) => {
    if (!(event.target instanceof Node && panel.contains(event.target))) update()
  }
  const resized = new ResizeObserver(update)

  if (!panel.matches(':popover-open')) panel.showPopover()
  update()
  resized.observe(panel)
  addEventListener('scroll', follow, { capture: true, passive: true })
  addEventListener('resize', update)

  return () => {
    resized.disconnect()
    removeEventListener('scroll', follow, { capture: true })
    removeEventListener('resize', update)
    if (panel.isConnected && panel.matches(':popover-open')) panel.hidePopover()
  }
}

export function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}
