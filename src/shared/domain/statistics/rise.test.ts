import { describe, expect, it } from 'vitest'
import { noCounters, sumOf } from './counters.ts'
import { causeText, noCauseText, riseText, risesOf, type RiseGroup } from './rise.ts'

const formats = { locale: 'en-GB', number: (value: number) => value.toLocaleString('en-GB') }
const line = (value: string, delivered: number, hardbounced: number) => ({
  ...noCounters(),
  value,
  messages: delivered + hardbounced,
  states: { delivered, hardbounced },
})
type Line = ReturnType<typeof line>
const group = (noun: string, now: Line[], before: Line[], more = 0): RiseGroup => ({
  noun,
  now: { values: now, more: 0 },
  before: { values: before, more },
})
const rises = (...groups: RiseGroup[]) =>
  risesOf({ now: sumOf(groups[0]!.now.values), before: sumOf(groups[0]!.before.values) }, groups)
const texts = (...groups: RiseGroup[]) =>
  rises(...groups).map((rise) => [
    riseText(rise, formats),
    ...(rise.causes.length === 0 ? [noCauseText(rise)] : rise.causes.map((cause) => causeText(rise, cause, formats))),
  ])

describe('a rise of failures', () => {
  it('is explained by the value of each group that has most of it', () => {
    const tags = group(
      'tag',
      [line('order', 500, 8), line('news', 500, 4), line('', 200, 1)],
      [line('order', 500, 4), line('news', 500, 3), line('', 200, 1)],
    )
    const domains = group('domain', [line('a.example', 300, 6)], [line('a.example', 300, 3)])
    expect(texts(tags, domains)).toEqual([
      [
        'Hard bounces rose from 8 to 13.',
        'Tag order explains 4 of the 5 additional hard bounces (4 → 8).',
        'Domain a.example explains 3 of the 5 additional hard bounces (3 → 6).',
      ],
    ])
  })

  it('is said to have no single cause where it is spread', () => {
    const tags = group(
      'tag',
      ['a', 'b', 'c', 'd'].map((name) => line(name, 100, 4)),
      ['a', 'b', 'c', 'd'].map((name) => line(name, 100, 2)),
    )
    const [, why] = texts(tags, group('domain', [], []), group('sender', [], []))[0]!
    expect(why).toBe('No single tag, domain or sender explains the rise.')
  })

  it('is not explained by a value that has nearly all messages, nor by one that nobody knows the past of', () => {
    const senders = group('sender', [line('shop@a.example', 1000, 20)], [line('shop@a.example', 1000, 10)])
    expect(rises(senders)[0]!.causes).toEqual([])
    const whole = group('tag', [line('x', 900, 2), line('y', 100, 18)], [line('x', 900, 2), line('y', 100, 8)])
    const cut = group('domain', [line('y.example', 100, 18)], [], 1)
    expect(rises(whole, cut)[0]!.causes.map(({ name }) => name)).toEqual(['Tag y'])
  })

  it('is wholly explained by a value that rose more than all, as one that is new does', () => {
    const tags = group('tag', [line('new', 50, 12), line('old', 500, 1)], [line('old', 500, 5)])
    expect(texts(tags)[0]![1]).toBe('Tag new explains all 8 additional hard bounces (0 → 12).')
    const none = group('tag', [line('', 50, 12), line('old', 500, 5)], [line('old', 500, 5)])
    expect(texts(none)[0]![1]).toBe('Messages without a tag explain all 12 additional hard bounces (0 → 12).')
  })

  it('is said once of messages that have a tag, a sender and a key of their own', () => {
    const of = (noun: string, value: string) =>
      group(noun, [line(value, 100, 14), line('x', 900, 2)], [line(value, 100, 5), line('x', 900, 2)])
    const values = [of('tag', 'news'), of('sender', 'news@a.example'), of('key', 'Tool')]
    expect(texts(...values)[0]!.slice(1)).toEqual([
      'Tag news explains all 9 additional hard bounces (5 → 14); sender news@a.example and key Tool have the same numbers.',
    ])
  })

  it('is said beside that of all messages, where more could fail', () => {
    const tags = group('tag', [line('a', 1500, 20)], [line('a', 900, 9)])
    expect(texts(tags)[0]![0]).toBe('Hard bounces rose from 9 to 20, while all messages rose from 909 to 1,520.')
    // The same share of messages as before.
    expect(texts(group('tag', [line('a', 1500, 15)], [line('a', 900, 9)]))).toEqual([])
  })

  it('is said only where it is a fifth and five messages, and there was something before', () => {
    const of = (now: number, before: number) => texts(group('tag', [line('a', 900, now)], [line('a', 900, before)]))
    expect([of(12, 8), of(110, 100), of(8, 12)]).toEqual([[], [], []])
    expect(of(13, 8)).toHaveLength(1)
    expect(rises(group('tag', [line('a', 900, 10)], []))).toEqual([])
  })
})
