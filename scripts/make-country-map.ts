// `node scripts/make-country-map.ts`: writes resources/data/country-map.json, the shapes of the large map, from
// world-atlas (Natural Earth, public domain). It is run by hand when the map changes; the result is in the repository.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { countryCode, countryCodes } from '../src/shared/domain/statistics/places/countries.ts'
import { onGrid, printed, simplified, southernmost, unrolled, type Point } from './support/map-paths.ts'

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>

const target = fileURLToPath(new URL('../resources/data/country-map.json', import.meta.url))

/** A quarter of a degree is one pixel of a map 1440 px wide. */
const steps = 4

/** The country codes for names that the map abbreviates, and for areas without a code that it draws separately. */
const abbreviated: Readonly<Record<string, string>> = {
  'Antigua and Barb.': 'AG',
  'Ashmore and Cartier Is.': 'AU',
  'Bosnia and Herz.': 'BA',
  'Br. Indian Ocean Ter.': 'IO',
  'British Virgin Is.': 'VG',
  'Cayman Is.': 'KY',
  'Central African Rep.': 'CF',
  'Cook Is.': 'CK',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Eq. Guinea': 'GQ',
  'Faeroe Is.': 'FO',
  'Falkland Is.': 'FK',
  'Fr. Polynesia': 'PF',
  'Fr. S. Antarctic Lands': 'TF',
  'Heard I. and McDonald Is.': 'HM',
  'Indian Ocean Ter.': 'CC',
  'Marshall Is.': 'MH',
  'N. Cyprus': 'CY',
  'N. Mariana Is.': 'MP',
  'Pitcairn Is.': 'PN',
  'S. Geo. and the Is.': 'GS',
  'S. Sudan': 'SS',
  'Siachen Glacier': 'IN',
  'Solomon Is.': 'SB',
  Somaliland: 'SO',
  'St-Barthélemy': 'BL',
  'St-Martin': 'MF',
  'St. Vin. and Gren.': 'VC',
  'Turks and Caicos Is.': 'TC',
  'U.S. Virgin Is.': 'VI',
  'W. Sahara': 'EH',
  'Wallis and Futuna Is.': 'WF',
  Åland: 'AX',
}

/** The map draws these as part of another country, or not at all. */
const drawnElsewhere: Readonly<Record<string, Point>> = {
  BQ: [-68.3, 12.2],
  BV: [3.4, -54.4],
  CX: [105.6, -10.5],
  GF: [-53.1, 4],
  GI: [-5.4, 36.1],
  GP: [-61.6, 16.3],
  MQ: [-61, 14.7],
  RE: [55.5, -21.1],
  SJ: [16, 78.5],
  TK: [-171.8, -9.2],
  TV: [179.2, -8.5],
  UM: [166.6, 19.3],
  YT: [45.2, -12.8],
}

const shapes = new Map<string, string>()
for (const [code, rings] of ringsOf(simplifiedWorld('110m'))) {
  const paths = rings.flatMap(unrolled).map((ring) => ring.map((point) => onGrid(point, steps)))
  const drawn = paths.filter((points) => points.length > 3).map(printed)
  if (drawn.length > 0) shapes.set(code, drawn.join(''))
}
const dots = new Map<string, Point>()
for (const [code, rings] of [...ringsOf(read('50m')), ...Object.entries(drawnElsewhere).map(asRing)]) {
  if (!shapes.has(code)) dots.set(code, onGrid(middleOf(rings), steps))
}
const missing = countryCodes.filter((code) => code !== 'AQ' && !shapes.has(code) && !dots.has(code))
if (missing.length > 0) throw new Error(`The map has no place for ${missing.join(', ')}`)

const map = {
  shapes: Object.fromEntries([...shapes].sort()),
  dots: Object.fromEntries([...dots].sort().map(([code, [x, y]]) => [code, { x, y }])),
}
const text = `${JSON.stringify(map, null, 2)}\n`
writeFileSync(target, text)
console.log(`${target}: ${shapes.size} shapes, ${dots.size} dots, ${text.length} characters`)

function read(scale: '110m' | '50m'): World {
  const source = new URL(`../node_modules/world-atlas/countries-${scale}.json`, import.meta.url)
  return JSON.parse(readFileSync(source, 'utf8')) as World
}

/** Borders are simplified before they are joined to rings, so that both neighbours keep the same points. */
function simplifiedWorld(scale: '110m' | '50m'): World {
  const { transform, arcs, ...world } = read(scale)
  const { scale: size, translate } = transform!
  const kept = arcs.map((arc) => {
    let [x, y] = [0, 0]
    const points = arc.map(([right, up]): Point => {
      x += right!
      y += up!
      return onGrid([x * size[0] + translate[0], y * size[1] + translate[1]], steps)
    })
    return simplified(points).map(([left, top]) => [left / steps - 180, 90 - top / steps])
  })
  return { ...world, arcs: kept }
}

function ringsOf(world: World): Map<string, Point[][]> {
  const found = new Map<string, Point[][]>()
  for (const { geometry, properties } of feature(world, world.objects.countries).features) {
    const code = abbreviated[properties.name] ?? countryCode(properties.name)
    if (code === null) throw new Error(`${properties.name} has no code`)
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    const rings = (polygons.flat() as Point[][]).filter((ring) => ring.some(([, latitude]) => latitude > southernmost))
    if (rings.length > 0) found.set(code, [...(found.get(code) ?? []), ...rings])
  }
  return found
}

/** The middle of the longest ring, which is the main island. */
function middleOf(rings: readonly (readonly Point[])[]): Point {
  const ring = [...rings].sort((a, b) => b.length - a.length)[0]!
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return [middle(ring.map(([x]) => x)), middle(ring.map(([, y]) => y))]
}

function asRing([code, point]: [string, Point]): [string, Point[][]] {
  return [code, [[point]]]
}
