import { describe, expect, it } from 'vitest'
import type { MessageEvent } from '#shared/contract/messages.ts'
import { placesOf } from './event-places.ts'

const at = (
  kind: MessageEvent['kind'],
  place: string,
  latitude: number | null,
  longitude: number | null,
): MessageEvent => ({
  kind,
  date: 1,
  url: '',
  ip: '',
  client: '',
  agent: '',
  device: '',
  place,
  language: '',
  latitude,
  longitude,
})

describe('places of events', () => {
  it('are counted, the busiest first', () => {
    const places = placesOf([
      at('open', 'Oslo', 59.91, 10.75),
      at('open', 'Lyon', 45.76, 4.84),
      at('click', 'Lyon', 45.76, 4.84),
    ])
    expect(places.map(({ label, opens, clicks }) => [label, opens, clicks])).toEqual([
      ['Lyon', 1, 1],
      ['Oslo', 1, 0],
    ])
  })

  it('are left out when the service knows none', () => {
    expect(placesOf([at('open', '', null, null), at('open', '', 0, 0), at('open', 'Nowhere', 91, 0)])).toEqual([])
  })

  it('are named by coordinates when they have no name', () => {
    expect(placesOf([at('open', '', -33.87, 151.2)])[0]?.label).toBe('-33.9, 151.2')
  })
})
