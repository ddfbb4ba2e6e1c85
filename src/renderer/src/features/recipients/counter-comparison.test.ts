import { describe, expect, it } from 'vitest'
import { comparedCounters, differences } from './counter-comparison.ts'
import { recentName, recentRecipients, withoutRecent, withRecent } from './recent-recipients.ts'

const ours = {
  messages: 4,
  delivered: 3,
  hardbounced: 0,
  softbounced: 1,
  notSent: 0,
  open: 5,
  click: 1,
  opener: 2,
  clicker: 1,
  unsubscribed: 0,
  complaint: 0,
}
const theirs = {
  requested: 4,
  delivered: 3,
  open: 5,
  click: 1,
  unsubscribed: 0,
  opener: 2,
  clicker: 1,
  hardbounced: null,
}
const horizon = {
  completeFrom: 1_000,
  completeUntil: 9_000,
  gaps: [],
  detailGaps: [],
  opensRefreshedUntil: 8_000,
  lastSync: 9_000,
}
const reasonsFor = (change: Record<string, number | null>, its: Partial<typeof horizon> = {}) =>
  differences(
    comparedCounters(ours, { ...theirs, ...change }),
    { horizon: { ...horizon, ...its }, erased: false },
    (second) => `#${second}`,
  )

describe('our counters beside those of the service', () => {
  it('need no explanation when they agree, or when the service does not count', () => {
    expect(reasonsFor({})).toEqual([])
    expect(reasonsFor({ requested: null, open: null })).toEqual([])
    expect(comparedCounters(ours, undefined).every((line) => line.theirs === null)).toBe(true)
    expect(comparedCounters(ours, theirs).find((line) => line.name === 'hardbounced')?.theirs).toBeNull()
  })

  it('name what the archive has not read when it lacks messages', () => {
    expect(reasonsFor({ requested: 6 })).toEqual([
      'Messages from before #1000 are not in the archive.',
      expect.stringMatching(/^Not in the archive yet: after #9001\.$/),
    ])
    expect(reasonsFor({ requested: 5 }, { completeFrom: null as never, completeUntil: null as never })[0]).toBe(
      'This period is not in the archive yet.',
    )
  })

  it('mention that the archive keeps messages the service has deleted', () => {
    expect(reasonsFor({ requested: 3 })).toEqual(['The archive keeps messages that the service no longer counts.'])
  })

  it('explain opens by how fresh they are', () => {
    expect(reasonsFor({ open: 7 })).toEqual([
      'Opens, clicks and states that came after #8000 are not in the archive yet.',
    ])
    expect(reasonsFor({ open: 2 })).toEqual(['No known reason explains this.'])
  })

  it('explain states and people', () => {
    expect(reasonsFor({ delivered: 4, softbounced: 1, hardbounced: 0 })[0]).toContain('every state')
    expect(reasonsFor({ opener: 1 })[0]).toContain('people')
  })
})

describe('recent recipients', () => {
  it('keep ten, the newest first, each once', () => {
    const many = Array.from({ length: 12 }, (_none, place) => `p${place}@shop.example`)
    const kept = many.reduce<string[]>((emails, email) => withRecent(emails, email), [])
    expect(kept).toEqual(many.toReversed().slice(0, 10))
    expect(withRecent(kept, 'P5@shop.example')).toHaveLength(10)
    expect(withRecent(kept, 'P5@shop.example')[0]).toBe('P5@shop.example')
    expect(withoutRecent(kept, 'p5@SHOP.example')).toHaveLength(9)
  })

  it('outlive settings written by hand', () => {
    const name = recentName('a')
    expect(recentRecipients({ viewState: { [name]: ['x@y.example', 5] } }, 'a')).toEqual(['x@y.example'])
    expect(recentRecipients({ viewState: { [name]: 'x' } }, 'a')).toEqual([])
    expect(recentRecipients({ viewState: {} }, 'a')).toEqual([])
  })
})
