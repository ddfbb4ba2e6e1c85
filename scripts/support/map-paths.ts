export type Point = readonly [x: number, y: number]

/** Bends of up to one square of the grid are invisible. */
const flattest = 2
/** Antarctica has no users and would take up a fifth of the map. */
export const southernmost = -60

/**
 * A ring across the date line jumps from one edge to the other, which a flat map would draw as a band. Instead the ring
 * continues past the edge and is drawn again at the other edge; the picture clips both.
 */
export function unrolled(ring: readonly Point[]): Point[][] {
  let turn = 0
  const points = ring.map(([longitude, latitude], place): Point => {
    const jump = place === 0 ? 0 : longitude - ring[place - 1]![0]
    if (Math.abs(jump) > 180) turn -= Math.sign(jump) * 360
    return [longitude + turn, latitude]
  })
  const [west, east] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
  const shifts = [0, ...(east > 180 ? [-360] : []), ...(west < -180 ? [360] : [])]
  return shifts.map((shift) => points.map(([x, y]): Point => [x + shift, y]))
}

/**
 * Projects a point equirectangularly and rounds it to a grid with this many steps per degree. More precise points would
 * only cost bytes.
 */
export function onGrid([longitude, latitude]: Point, steps: number): Point {
  return [Math.round((longitude + 180) * steps), Math.round((90 - latitude) * steps)]
}

/** Removes repeated points and those that hardly bend the line, starting with the flattest. Both ends are kept. */
export function simplified(points: readonly Point[]): Point[] {
  const kept = [...points]
  for (;;) {
    const bends = kept.map((point, place) =>
      place === 0 || place === kept.length - 1 ? Infinity : doubledArea(kept[place - 1]!, point, kept[place + 1]!),
    )
    const least = Math.min(...bends)
    if (least > flattest) return kept
    kept.splice(bends.indexOf(least), 1)
  }
}

/** Twice the area of the triangle; 0 if two points are equal. */
function doubledArea(a: Point, b: Point, c: Point): number {
  return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]))
}

/** The first point is absolute; the others are offsets from the previous one, most of them with two digits. */
export function printed(points: readonly Point[]): string {
  const [first, ...others] = points
  let [x, y] = first!
  const moves = others.slice(0, -1).map(([nextX, nextY]) => {
    const move = `${nextX - x} ${nextY - y}`
    ;[x, y] = [nextX, nextY]
    return move
  })
  return `M${first!.join(' ')}l${moves.join(' ').replaceAll(' -', '-')}z`
}
