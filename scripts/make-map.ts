// `node scripts/make-map.ts`: writes src/renderer/src/lib/charts/map/land.ts, the coast lines of the small map, from
// world-atlas (Natural Earth at 1:110 m, public domain). It is run by hand when the map changes; the result is in the repository.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { onGrid, printed, simplified, southernmost, unrolled } from './support/map-paths.ts'

const source = new URL('../node_modules/world-atlas/land-110m.json', import.meta.url)
const target = fileURLToPath(new URL('../src/renderer/src/lib/charts/map/land.ts', import.meta.url))

/** Half a degree is one pixel of a map 720 px wide. */
const steps = 2

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
  .map((ring) => simplified(ring.map((point) => onGrid(point, steps))))
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
