import type { PlaceCounts } from '../../../contract/statistics.ts'
import { visible } from '../../../text/visible.ts'
import type { CsvTable } from '../csv-text.ts'
import { isNoName } from '../no-name.ts'
import { countryCode, countryName } from './countries.ts'

export type PlaceMeasure = 'open' | 'click'

export type Country = {
  /** The code, or the name itself if it isn’t a country’s. */
  readonly id: string
  /** The ISO 3166 code; null if the name isn’t a country’s. */
  readonly code: string | null
  readonly name: string
  readonly open: number
  readonly click: number
  readonly cities: readonly City[]
}
export type City = {
  readonly name: string
  readonly open: number
  readonly click: number
  readonly at: { readonly latitude: number; readonly longitude: number } | null
}

const unknownCountry = 'Unknown country'
export const unknownCity = 'Unknown city'

type Growing = { open: number; click: number; cities: Map<string, { open: number; click: number; at: City['at'] }> }

/** Returns the countries with their cities, both largest first. */
export function countriesOf(places: readonly PlaceCounts[], measure: PlaceMeasure): Country[] {
  const found = new Map<string, Growing & { code: string | null; name: string }>()
  const codes = new Map<string, string | null>()
  for (const place of places) {
    let code = codes.get(place.country)
    if (code === undefined) codes.set(place.country, (code = countryCode(place.country)))
    const isNamed = code !== null || !isNoName(place.country)
    const id = code ?? (isNamed ? place.country.trim() : '')
    let country = found.get(id)
    if (!country) {
      const name = code ? countryName(code) : isNamed ? visible(id) : unknownCountry
      country = { code, name, open: 0, click: 0, cities: new Map() }
      found.set(id, country)
    }
    const name = isNoName(place.city) ? '' : place.city.trim()
    const city = country.cities.get(name) ?? { open: 0, click: 0, at: null }
    country.cities.set(name, city)
    city.at ??= spotOf(place)
    city.open += place.open
    city.click += place.click
    country.open += place.open
    country.click += place.click
  }
  const bySize = (a: Country | City, b: Country | City) =>
    b[measure] - a[measure] || b.open + b.click - a.open - a.click
  return [...found]
    .map(([id, { code, name, open, click, cities }]): Country => {
      const listed = [...cities].map(([city, counts]) => ({
        name: city === '' ? unknownCity : visible(city),
        ...counts,
      }))
      return { id, code, name, open, click, cities: listed.sort(bySize) }
    })
    .sort(bySize)
}

/** Services write 0, 0 for an unknown place; nobody reads mail in the Gulf of Guinea. */
function spotOf({ latitude, longitude }: PlaceCounts): City['at'] {
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  return Math.abs(latitude) > 90 || Math.abs(longitude) > 180 ? null : { latitude, longitude }
}

export function placeTable(places: readonly PlaceCounts[]): CsvTable {
  return {
    head: ['Country', 'City', 'Latitude', 'Longitude', 'Opens', 'Clicks', 'Unique opens', 'Unique clicks'],
    rows: places.map(({ country, city, latitude, longitude, open, click, opener, clicker }) => [
      country,
      city,
      latitude ?? '',
      longitude ?? '',
      open,
      click,
      opener,
      clicker,
    ]),
  }
}
