import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AlertCondition } from '../../contract/alerts.ts'
import type { Counters } from '../../contract/statistics.ts'
import { secondsPerDay, secondsPerHour } from '../base/durations.ts'
import { noCounters } from '../statistics/counters.ts'
import { bucketAt, newestBucket, startOfBucket } from './buckets.ts'
import { changesOf, judgeWindows, stretchesOf, type Series, type Verdict } from './judge.ts'

const rate: Extract<AlertCondition, { kind: 'rate' }> = {
  kind: 'rate',
  measure: 'hard',
  provider: null,
  limit: 0.02,
  end: 0.01,
  minimum: 100,
  window: { unit: 'day', count: 1 },
}
const zone = 'UTC'
const midnight = Date.UTC(2026, 0, 1) / 1000

const counted = (delivered: number, hardbounced = 0, complaint = 0): Counters => ({
  ...noCounters(),
  messages: delivered + hardbounced + complaint,
  states: { delivered, hardbounced, complaint },
})

/** Days from 1 January 2026 on, all of them read. */
function seriesOf(rule: { condition: AlertCondition; zone: string }, counters: readonly Counters[]): Series {
  const first = bucketAt(rule, midnight)
  const [from, to] = [startOfBucket(rule, first), startOfBucket(rule, first + counters.length)]
  return { first, counters, horizon: { completeFrom: from, completeUntil: to - 1, gaps: [] }, oldest: from }
}

function verdicts(condition: AlertCondition, counters: readonly Counters[], skip = 0): Verdict[] {
  const rule = { condition, zone }
  const series = seriesOf(rule, counters)
  return judgeWindows(rule, series, series.first + skip).map(({ verdict }) => verdict)
}

describe('A window', () => {
  it('fires above its limit, is calm up to its end, and is neither in between', () => {
    const of = (hard: number) => counted(1000 - hard, hard)
    expect(verdicts(rate, [of(20), of(21), of(11), of(10), of(0)])).toEqual([
      'between',
      'fires',
      'between',
      'calm',
      'calm',
    ])
  })

  it('has no verdict with too few messages, however bad they are', () => {
    expect(verdicts(rate, [counted(0, 99), counted(0, 100), noCounters()])).toEqual(['volume', 'fires', 'volume'])
  })

  it('fires below the limit of what should be high, and once decimals are put right', () => {
    const delivered: AlertCondition = { ...rate, measure: 'delivered', limit: 0.95, end: 0.97 }
    const of = (hard: number) => counted(100 - hard, hard)
    expect(verdicts(delivered, [of(6), of(5), of(4), of(3)])).toEqual(['fires', 'between', 'between', 'calm'])
  })

  it('joins hard and soft bounces where it is about both', () => {
    const both = { ...noCounters(), messages: 1000, states: { delivered: 979, hardbounced: 11, softbounced: 10 } }
    expect(verdicts({ ...rate, measure: 'bounces' }, [both])).toEqual(['fires'])
    expect(verdicts(rate, [both])).toEqual(['between'])
  })

  it('is compared with the days before it where it is about a fall', () => {
    const fall: AlertCondition = { kind: 'fall', provider: null, limit: 0.05, end: 0.02, minimum: 100, days: 1 }
    const usual = Array.from({ length: 28 }, () => counted(98, 2))
    const after = (hard: number) => verdicts(fall, [...usual, counted(100 - hard, hard)], 28)
    expect([after(8), after(7), after(4), after(0)].flat()).toEqual(['fires', 'between', 'calm', 'calm'])
  })

  it('is silent only where something was sent before', () => {
    const silence: AlertCondition = { kind: 'silence', hours: 3 }
    const rule = { condition: silence, zone }
    const hours = [noCounters(), noCounters(), noCounters(), counted(1), noCounters(), noCounters(), noCounters()]
    const series = { ...seriesOf(rule, hours), oldest: midnight + 3 * secondsPerHour }
    expect(judgeWindows(rule, series, series.first + 2).map(({ verdict }) => verdict)).toEqual([
      'new',
      'calm',
      'calm',
      'calm',
      'fires',
    ])
  })

  it('is not judged unless every message in it, and before it where that counts, was read', () => {
    const rule = { condition: rate, zone }
    const series = seriesOf(
      rule,
      Array.from({ length: 6 }, () => counted(0, 200)),
    )
    const day = (number: number) => midnight + number * secondsPerDay
    const horizon = { completeFrom: day(1), completeUntil: day(5) + 60, gaps: [{ from: day(3), to: day(3) }] }
    expect(judgeWindows(rule, { ...series, horizon }, series.first).map(({ verdict }) => verdict)).toEqual([
      'short',
      'fires',
      'fires',
      'gap',
      'fires',
      'incomplete',
    ])
  })

  it('counts complaints of the day that is not over, up to where messages were read', () => {
    const rule = { condition: { kind: 'complaints', limit: 2, end: 1, days: 1 } as const, zone }
    const until = midnight + secondsPerDay + 3600
    const series = seriesOf(rule, [counted(10, 0, 1), counted(10, 0, 3)])
    const read = { ...series, horizon: { ...series.horizon, completeUntil: until - 1 } }
    expect(judgeWindows(rule, read, series.first)).toMatchObject([
      { verdict: 'calm' },
      { verdict: 'fires', judged: { to: until } },
    ])
    expect(newestBucket(rule, until + 7200, until - 1)).toBe(series.first + 1)
    expect(newestBucket({ condition: rate, zone }, until + 7200, until - 1)).toBe(series.first)
  })
})

it('a stretch names its worst window, and not one from which messages are missing', () => {
  const rule = { condition: rate, zone }
  const of = (hard: number) => counted(1000 - hard, hard)
  const series = seriesOf(rule, [of(30), of(50), of(900), of(40), of(5), of(25)])
  const day = (number: number) => midnight + number * secondsPerDay
  const horizon = { ...series.horizon, gaps: [{ from: day(2), to: day(2) }] }
  const windows = judgeWindows(rule, { ...series, horizon }, series.first)
  const parts = stretchesOf(rate, windows).map(({ fired, worst, ended }) => [
    fired.value.part,
    worst.value.part,
    ended?.value.part,
  ])
  expect(parts).toEqual([
    [30, 50, 5],
    [25, 25, undefined],
  ])
  const delivered: AlertCondition = { ...rate, measure: 'delivered', limit: 0.98, end: 0.99 }
  const lowest = stretchesOf(delivered, judgeWindows({ condition: delivered, zone }, series, series.first))
  expect(lowest[0]?.worst.value.part).toBe(100)
})

describe('Days of a zone', () => {
  it('are 23 and 25 hours long when the clocks change, and every second is in one of them', () => {
    const rule = { condition: rate, zone: 'Europe/Paris' }
    const hoursOf = (second: number) => {
      const day = bucketAt(rule, second)
      return (startOfBucket(rule, day + 1) - startOfBucket(rule, day)) / secondsPerHour
    }
    expect(hoursOf(Date.UTC(2026, 2, 29, 12) / 1000)).toBe(23)
    expect(hoursOf(Date.UTC(2026, 9, 25, 12) / 1000)).toBe(25)
  })

  it('begin at its midnight, in every zone and at every time', () => {
    const zones = fc.constantFrom('Europe/Paris', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata', 'UTC')
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 4e9 }), (zone, second) => {
        const rule = { condition: rate, zone }
        const day = bucketAt(rule, second)
        expect(startOfBucket(rule, day)).toBeLessThanOrEqual(second)
        expect(startOfBucket(rule, day + 1)).toBeGreaterThan(second)
      }),
    )
  })
})

describe('An alert', () => {
  const anyDay = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 12 }))
  const anyDays = fc.array(anyDay, { minLength: 1, maxLength: 60 })
  const anyWish = fc.record({
    count: fc.integer({ min: 1, max: 9 }),
    limit: fc.double({ min: 0, max: 0.06, noNaN: true }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    minimum: fc.integer({ min: 1, max: 400 }),
  })
  type Wish = { count: number; limit: number; share: number; minimum: number }
  function judgedDays(days: readonly (readonly [number, number])[], { count, limit, share, minimum }: Wish) {
    const condition: AlertCondition = { ...rate, limit, end: limit * share, minimum, window: { unit: 'day', count } }
    const rule = { condition, zone: 'Europe/Paris' }
    const series = seriesOf(
      rule,
      days.map(([delivered, hard]) => counted(delivered, hard)),
    )
    return judgeWindows(rule, series, series.first + count - 1)
  }

  it('never fires twice without having ended, and never below its volume', () => {
    fc.assert(
      fc.property(anyDays, anyWish, (days, wish) => {
        const changes = changesOf(false, judgedDays(days, wish))
        changes.forEach(({ kind }, at) => expect(kind).toBe(at % 2 === 0 ? 'fired' : 'ended'))
        for (const { judged } of changes) expect(judged.value.whole).toBeGreaterThanOrEqual(wish.minimum)
      }),
    )
  })

  it('is the same tried on the past and judged day by day, the last day again with every new one', () => {
    fc.assert(
      fc.property(anyDays, anyWish, (days, wish) => {
        const windows = judgedDays(days, wish)
        let isFiring = false
        const lived = windows.flatMap((_, at) => {
          const changes = changesOf(isFiring, windows.slice(Math.max(0, at - 1), at + 1))
          isFiring = changes.length > 0 ? changes.at(-1)!.kind === 'fired' : isFiring
          return changes
        })
        expect(lived).toEqual(changesOf(false, windows))
      }),
    )
  })
})
