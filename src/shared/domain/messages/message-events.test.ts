import { describe, expect, it } from 'vitest'
import { messageEvents } from './message-events.ts'

const agent = { browser: 'Firefox 140', operatingSystem: 'Linux', city: 'Lyon', region: 'Lyon', country: 'France' }

describe('events of a message', () => {
  it('are in the order of time, with client and place in words', () => {
    const [open, click] = messageEvents({
      clickDetails: [{ date: 1_700_000_100_000, url: 'https://shop.example/', userAgent: null }],
      openDetails: [{ date: 1_700_000_000_000, userAgent: agent }],
    })
    expect(open).toMatchObject({ kind: 'open', client: 'Firefox 140 on Linux', place: 'Lyon, France' })
    expect(click).toMatchObject({ kind: 'click', url: 'https://shop.example/', client: '' })
  })

  it('show everything known about the program, from its parts or from its header', () => {
    const agents = messageEvents({
      openDetails: [
        { date: 1, userAgent: { webmail: 'Gmail', browser: 'GoogleImageProxy', extra: { raw: 'via ggpht.com' } } },
        { date: 2, userAgent: 'curl/8.1' },
      ],
    }).map((event) => event.agent)
    expect(agents).toEqual(['Gmail · GoogleImageProxy · via ggpht.com', 'curl/8.1'])
  })

  it('may be bare dates in any form', () => {
    const dates = messageEvents({
      openDetails: ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000+0000', 1_767_323_045, 'never', 9e15],
    }).map((event) => event.date)
    expect(dates).toEqual([null, null, 1_767_323_045_000, 1_767_323_045_000, 1_767_323_045_000])
  })
})
