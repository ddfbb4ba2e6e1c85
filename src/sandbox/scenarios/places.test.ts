import { expect, it } from 'vitest'
import { countryCode } from '#shared/domain/statistics/places/countries.ts'
import { places } from './places.ts'

it('has readers in countries that a map finds by their names', () => {
  expect(places.filter(({ country }) => countryCode(country) === null)).toEqual([])
})
