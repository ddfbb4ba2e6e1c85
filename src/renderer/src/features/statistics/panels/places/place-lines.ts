import {
  unknownCity,
  type City,
  type Country,
  type PlaceMeasure,
} from '#shared/domain/statistics/places/counted-countries.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { shareOf, shareText, type Line } from '../rates/share-lines.ts'

export const placeColumns: readonly string[] = ['Opens', 'Clicks', 'Share']

export function placeLines(
  countries: readonly Country[],
  measure: PlaceMeasure,
  formats: Pick<Formats, 'number' | 'locale'>,
): Line[] {
  const all = countries.reduce((sum, country) => sum + country[measure], 0)
  const most = countries[0]?.[measure] ?? 0
  const counts = ({ open, click }: Country | City, part: number) => ({
    share: shareOf(part, most),
    cells: () => [
      { text: formats.number(open) },
      { text: formats.number(click) },
      { text: shareText(part, all, formats) },
    ],
  })
  return countries.map((country): Line => ({
    id: country.id,
    name: country.name,
    isMuted: country.id === '',
    ...counts(country, country[measure]),
    lines: hasCities(country)
      ? () => country.cities.map((city) => ({ id: city.name, name: city.name, ...counts(city, city[measure]) }))
      : undefined,
  }))
}

/** Whether a country can be expanded. If all cities are unknown, there is nothing to list. */
function hasCities({ cities }: Country): boolean {
  return cities.some(({ name }) => name !== unknownCity)
}
