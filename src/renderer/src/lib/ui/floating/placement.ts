export type Box = {
  x: number
  y: number
  width: number
  height: number
}
export type Side = 'below' | 'above' | 'right' | 'left'
export type Align = 'start' | 'center' | 'end'
export type Placed = {
  x: number
  y: number
  maxHeight: number
}

export type PlaceOptions = {
  side?: Side
  align?: Align
  gap?: number
  /** Lets a panel that is too tall for either side cover its anchor instead of scrolling: for forms, not for lists. */
  mayCover?: boolean
}

const margin = 8

/**
 * Returns the position of a floating panel: on the given side of its anchor, or on the opposite side if it does not fit
 * and there is more room, and shifted along that side to stay inside the window.
 */
export function place(
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
  { side = 'below', align = 'start', gap = 4, mayCover = false }: PlaceOptions = {},
): Placed {
  const vertical = side === 'below' || side === 'above'
  const [start, length, panel, limit] = vertical
    ? [anchor.y, anchor.height, size.height, view.height]
    : [anchor.x, anchor.width, size.width, view.width]
  const before = start - gap - margin
  const after = limit - start - length - gap - margin
  const wantsAfter = side === 'below' || side === 'right'
  const goesAfter = wantsAfter ? panel <= after || after >= before : panel > before && after > before
  const beside = Math.max(0, goesAfter ? after : before)
  const covers = mayCover && panel > beside
  const room = covers ? limit - 2 * margin : beside
  const besideStart = goesAfter ? start + length + gap : start - gap - Math.min(panel, room)
  const main = covers ? Math.max(margin, Math.min(besideStart, limit - margin - panel)) : besideStart

  const [crossStart, crossLength, crossPanel, crossLimit] = vertical
    ? [anchor.x, anchor.width, size.width, view.width]
    : [anchor.y, anchor.height, size.height, view.height]
  const slack = crossLength - crossPanel
  const aligned = crossStart + (align === 'start' ? 0 : align === 'end' ? slack : slack / 2)
  const cross = Math.max(margin, Math.min(aligned, crossLimit - margin - crossPanel))

  return vertical ? { x: cross, y: main, maxHeight: room } : { x: main, y: cross, maxHeight: view.height - 2 * margin }
}
