export type Point = { readonly x: number; readonly y: number }
type Size = { readonly width: number; readonly height: number }
export type Box = Point & Size

/** The world without Antarctica, in quarters of a degree, like the country shapes. */
export const world: Box = { x: 0, y: 20, width: 1440, height: 580 }

/** At higher zoom, the country shapes look coarse. */
const mostZoom = 16

/** The centre of the visible part, and its magnification relative to the entire world. */
export type MapView = Point & { readonly zoom: number }

/** Returns the view around a point, zoomed in just far enough for the world to fill the space. */
export function fillingView(size: Size, { x, y }: Point): MapView {
  const [across, down] = [size.width / world.width, size.height / world.height]
  return { x, y, zoom: Math.max(across, down) / Math.min(across, down) }
}

export function wholeView(): MapView {
  return { x: world.x + world.width / 2, y: world.y + world.height / 2, zoom: 1 }
}

/**
 * Returns the visible part of the world. It extends past the world’s edges only where the available space is larger
 * than the world.
 */
export function boxOf({ x, y, zoom }: MapView, size: Size): Box {
  const unit = Math.max(world.width / size.width, world.height / size.height) / zoom
  const [width, height] = [size.width * unit, size.height * unit]
  return {
    x: within(x - width / 2, world.x, world.width - width),
    y: within(y - height / 2, world.y, world.height - height),
    width,
    height,
  }
}

function within(start: number, first: number, room: number): number {
  return room <= 0 ? first + room / 2 : Math.max(first, Math.min(first + room, start))
}

/** Zooms while a point on the map stays in place on the screen; by default, the centre stays. */
export function zoomed(view: MapView, factor: number, size: Size, at?: Point): MapView {
  const middle = middleOf(boxOf(view, size))
  const zoom = Math.max(1, Math.min(mostZoom, view.zoom * factor))
  const fixed = at ?? middle
  const scale = view.zoom / zoom
  return { x: fixed.x + (middle.x - fixed.x) * scale, y: fixed.y + (middle.y - fixed.y) * scale, zoom }
}

export function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

export function isInside({ x, y }: Point, box: Box): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

/**
 * Returns a point in a country’s largest part: including its overseas departments, the centre of France would be in the
 * Atlantic.
 */
export function pointOf(shape: string): Point {
  const largest = shape.split('M').reduce((found, part) => (part.length > found.length ? part : found), '')
  const [x = 0, y = 0] = largest.split('l', 1)[0]!.split(' ').map(Number)
  return { x, y }
}
