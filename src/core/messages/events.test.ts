import { describe, expect, it } from 'vitest'
import { messageEvents } from './events.ts'

const agent = { browser: 'Firefox 140', operatingSystem: 'Linux', city: 'Lyon', region: 'Lyon', country: 'France' }

describe('events of a message', () => {
  it('come in time order, with client and place in words', () => {
    const [open, click] = messageEvents({
      clickDetails: [{ date: 1_700_000_100_000, url: 'https://shop.example/', userAgent: null }],
      openDetails: [{ date: 1_700_000_000_000, userAgent: agent }],
    })
    expect(open).toMatchObject({ kind: 'open', client: 'Firefox 140 on Linux', place: 'Lyon, France' })
    expect(click).toMatchObject({ kind: 'click', url: 'https://shop.example/', client: '' })
  })

  it('may be bare dates, in any form a service writes them', () => {
    const dates = messageEvents({
      openDetails: ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000+0000', 1_767_323_045, 'never'],
    }).map((event) => event.date)
    expect(dates).toEqual([null, 1_767_323_045_000, 1_767_323_045_000, 1_767_323_045_000])
  })
})
