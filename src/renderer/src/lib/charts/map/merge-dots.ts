export type Dot = {
  readonly latitude: number
  readonly longitude: number
  readonly value: number
  readonly name: string
  /** The country’s ISO 3166 code; null if the country has no shape. */
  readonly code: string | null
}

/** The position and radius are in map units. */
export type DrawnDot = {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly value: number
  /** The code of the largest place’s country. */
  readonly code: string | null
  /** The places that the dot represents, largest first. */
  readonly names: readonly string[]
}

/** Any further dots would be a pixel each. */
const mostDots = 1000

/**
 * Merges dots that would cover each other into one dot at the largest one’s position, so that every dot on the screen is
 * distinct and can be pointed at. `unit` is the size of a pixel in map units.
 */
export function mergeDots(dots: readonly Dot[], unit: number): DrawnDot[] {
  const most = Math.max(dots[0]?.value ?? 1, 1)
  const radiusOf = (value: number) => Math.min(11, 2.5 + 5 * Math.sqrt(value / most)) * unit
  let merged = dots.slice(0, mostDots).map(({ latitude, longitude, value, name, code }): DrawnDot => ({
    x: (longitude + 180) * 4,
    y: (90 - latitude) * 4,
    radius: radiusOf(value),
    value,
    code,
    names: [name],
  }))
  // Repeated, because a dot that has grown may cover others.
  for (let before = Infinity; merged.length < before;) {
    before = merged.length
    merged = mergeOnce(merged, radiusOf)
  }
  return merged
}

function mergeOnce(dots: readonly DrawnDot[], radiusOf: (value: number) => number): DrawnDot[] {
  const kept: DrawnDot[] = []
  for (const dot of dots) {
    const at = kept.findIndex(({ x, y, radius }) => Math.hypot(x - dot.x, y - dot.y) < radius + dot.radius)
    const other = kept[at]
    if (!other) kept.push(dot)
    else {
      const value = other.value + dot.value
      kept[at] = { ...other, value, radius: radiusOf(value), names: [...other.names, ...dot.names] }
    }
  }
  return kept
}
