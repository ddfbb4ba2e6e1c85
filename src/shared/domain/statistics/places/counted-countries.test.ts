import { expect, it } from 'vitest'
import { countedPlace as place } from '#test/support/statistics/counted-place.ts'
import { countriesOf, placeTable } from './counted-countries.ts'

it('joins the cities of a country, however it is spelt', () => {
  const [us, germany] = countriesOf(
    [
      place('Germany', 'Berlin', { open: 4, at: [52.5, 13.4] }),
      place('United States', 'New York', { open: 6, click: 1 }),
      place('USA', 'New York', { open: 1, at: [40.7, -74] }),
      place('US', 'Chicago', { open: 2 }),
    ],
    'open',
  )
  expect(us).toMatchObject({ code: 'US', name: 'United States', open: 9, click: 1 })
  expect(us!.cities).toEqual([
    { name: 'New York', open: 7, click: 1, at: { latitude: 40.7, longitude: -74 } },
    { name: 'Chicago', open: 2, click: 0, at: null },
  ])
  expect(germany).toMatchObject({ code: 'DE', open: 4 })
})

it('counts places without a name, and names that no country has', () => {
  const countries = countriesOf(
    [place('', '', { open: 3 }), place('Unknown', 'null', { open: 2 }), place('Atlantis', 'Poseidonis', { open: 4 })],
    'open',
  )
  expect(countries.map(({ name, code, open }) => [name, code, open])).toEqual([
    ['Unknown country', null, 5],
    ['Atlantis', null, 4],
  ])
})

it('places no city where the service has no coordinates for it', () => {
  const coordinates: [number, number][] = [
    [0, 0],
    [91, 0],
    [10, 181],
  ]
  for (const at of coordinates)
    expect(countriesOf([place('Germany', 'Berlin', { open: 1, at })], 'open')[0]!.cities[0]!.at).toBeNull()
})

it('copies every place as it was counted', () => {
  const { head, rows } = placeTable([place('Germany', 'Berlin', { open: 4, at: [52.5, 13.4] })])
  expect(rows).toEqual([['Germany', 'Berlin', 52.5, 13.4, 4, 0, 4, 0]])
  expect(head).toHaveLength(8)
})
