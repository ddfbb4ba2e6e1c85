import { expect, it } from 'vitest'
import { countedPlace as place } from '#test/support/statistics/counted-place.ts'
import { countriesOf } from '#shared/domain/statistics/places/counted-countries.ts'
import { countryCodes } from '#shared/domain/statistics/places/countries.ts'
import { dots, shapes } from '../../../../lib/charts/map/countries.ts'
import { placeLines } from './place-lines.ts'

const formats = { locale: 'en-GB', number: (value: number) => value.toLocaleString('en-GB') }

it('unfolds a country only where a city is known', () => {
  const places = [place('', '', { open: 3 }), place('Atlantis', 'Poseidonis', { open: 2 })]
  const [unknown, atlantis] = placeLines(countriesOf(places, 'open'), 'open', formats)
  expect(unknown!.lines).toBeUndefined()
  expect(atlantis!.lines!().map(({ name }) => name)).toEqual(['Poseidonis'])
})

it('orders and shares by what is asked for, also where clicks have no opens', () => {
  const places = [place('Germany', 'Berlin', { open: 4 }), place('France', 'Paris', { click: 9 })]
  const lines = placeLines(countriesOf(places, 'click'), 'click', formats)
  expect(lines.map(({ name, share }) => [name, share])).toEqual([
    ['France', 1],
    ['Germany', 0],
  ])
  expect(lines[0]!.cells().map(({ text }) => text)).toEqual(['0', '9', '100%'])
  const none = placeLines(countriesOf([place('Norway', '')], 'open'), 'open', formats)
  expect(none[0]!.cells().map(({ text }) => text)).toEqual(['0', '0', '–'])
})

it('finds every country but Antarctica on the map', () => {
  const drawn = [...Object.keys(shapes), ...Object.keys(dots), 'AQ']
  expect(drawn.sort()).toEqual([...countryCodes].sort())
})
