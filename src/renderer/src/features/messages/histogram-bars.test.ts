import { describe, expect, it } from 'vitest'
import { addDays } from '../../lib/ui/dates/date-presets.ts'
import { buckets, plausibleBars } from './histogram-bars.ts'

const dayOf = (second: number) => new Date(second * 1000).toISOString().slice(0, 10)
const none = { failed: 0, waiting: 0 }
const day = (text: string) => Date.parse(text) / 1000

describe('the bars above the table', () => {
  it('shows days without messages as gaps', () => {
    const bars = buckets(
      [
        { day: day('2026-03-01'), count: 2, failed: 1, waiting: 0 },
        { day: day('2026-03-03'), count: 5, failed: 2, waiting: 3 },
      ],
      dayOf,
      addDays,
    )
    expect(bars.map((bar) => bar.count)).toEqual([2, 0, 5])
    expect(bars.map(({ failed, waiting }) => [failed, waiting])).toEqual([
      [1, 0],
      [0, 0],
      [2, 3],
    ])
  })

  it('uses wider bars for a long history and loses no message', () => {
    const bars = Array.from({ length: 1000 }, (_, n) => ({ day: day('2024-01-01') + n * 86_400, count: 1, ...none }))
    const joined = buckets(bars, dayOf, addDays)
    expect(joined.length).toBeLessThanOrEqual(180)
    expect(joined.reduce((sum, bar) => sum + bar.count, 0)).toBe(1000)
    expect(joined[0]).toMatchObject({ from: '2024-01-01', to: '2024-01-06' })
  })

  it('drops days that are not plausible and counts their messages', () => {
    const now = day('2026-03-03')
    const plausible = [
      { day: day('2026-03-01'), count: 2, ...none },
      // The service’s clock may be slightly ahead.
      { day: day('2026-03-04'), count: 3, ...none },
    ]
    const wrong = [
      { day: 0, count: 4, ...none },
      { day: day('2242-03-16'), count: 5, ...none },
    ]
    expect(plausibleBars([wrong[0]!, ...plausible, wrong[1]!], now)).toEqual({ bars: plausible, earlier: 4, later: 5 })
    expect(plausibleBars(plausible, now)).toEqual({ bars: plausible, earlier: 0, later: 0 })
    // If all days are implausible, they are shown.
    expect(plausibleBars(wrong, now)).toEqual({ bars: wrong, earlier: 0, later: 0 })
  })

  it('is empty when nothing was found', () => {
    expect(buckets([], dayOf, addDays)).toEqual([])
  })
})
