// `node scripts/make-map.ts`: writes src/renderer/src/lib/charts/map/land.ts, the coast lines of the small map, from
// world-atlas (Natural Earth at 1:110 m, public domain). It is run by hand when the map changes; the result is in the repository.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type Point = readonly [x: number, y: number]

const source = new URL('../node_modules/world-atlas/land-110m.json', import.meta.url)
const target = fileURLToPath(new URL('../src/renderer/src/lib/charts/map/land.ts', import.meta.url))

/** Half a degree is one pixel of a map 720 px wide, so finer points would only cost bytes. */
const steps = 2
/** Bends of up to one square of that grid cannot be seen. */
const flattest = 2
/** Antarctica has no readers and would take a fifth of the picture. */
const southernmost = -60

const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology<{ land: GeometryCollection }>
const rings = feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
  geometry.type === 'Polygon'
    ? geometry.coordinates
    : geometry.type === 'MultiPolygon'
      ? geometry.coordinates.flat()
      : [],
)
const path = rings
  .filter((ring) => ring.some(([, latitude]) => latitude! > southernmost))
  .flatMap((ring) => unrolled(ring as [number, number][]))
  .map((ring) => simplified(ring.map(([longitude, latitude]): Point => [grid(longitude + 180), grid(90 - latitude)])))
  .filter((points) => points.length > 3)
  .map(printed)
  .join('')

writeFileSync(
  target,
  `// Written by scripts/make-map.ts from world-atlas (Natural Earth, public domain).

/** Land as an SVG path, equirectangular: x is longitude + 180 and y is 90 - latitude, both in half degrees. */
export const land =
  '${path}'
`,
)
console.log(`${target}: ${path.length} characters`)

/**
 * A ring across the date line jumps from one edge to the other, which a flat map would draw as a band. Instead the ring
 * continues past the edge and is drawn again at the other edge; the picture clips both.
 */
function unrolled(ring: readonly Point[]): Point[][] {
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

function grid(degrees: number): number {
  return Math.round(degrees * steps)
}

/** Removes the points that repeat and those that hardly bend the line, the flattest first. */
function simplified(points: readonly Point[]): Point[] {
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

/** Twice the area of the triangle; 0 where two points are the same. */
function doubledArea(a: Point, b: Point, c: Point): number {
  return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]))
}

/** The first point is absolute, the others are steps from the one before, most of two digits. */
function printed(points: readonly Point[]): string {
  const [first, ...others] = points
  let [x, y] = first!
  const moves = others.slice(0, -1).map(([nextX, nextY]) => {
    const move = `${nextX - x} ${nextY - y}`
    ;[x, y] = [nextX, nextY]
    return move
  })
  return `M${first!.join(' ')}l${moves.join(' ').replaceAll(' -', '-')}z`
}
