import { describe, expect, it } from 'vitest'
import { dateSpan, daySpan, isDate, spanOfTerm } from './period.ts'

const iso = (second: number): string => new Date(second * 1000).toISOString().slice(0, 16)
const context = { now: Date.parse('2026-03-31T01:30:00Z'), zone: 'Europe/Paris' }

describe('periods', () => {
  it.each([
    ['2026', '2025-12-31T23:00', '2026-12-31T23:00'],
    ['2026-03', '2026-02-28T23:00', '2026-03-31T22:00'],
    ['2026-03-29', '2026-03-28T23:00', '2026-03-29T22:00'],
    ['2026-03-29T10:15', '2026-03-29T08:15', '2026-03-29T08:16'],
    ['today', '2026-03-30T22:00', '2026-03-31T22:00'],
    ['yesterday', '2026-03-29T22:00', '2026-03-30T22:00'],
  ])('reads %s in the zone of the reader', (date, from, to) => {
    const span = dateSpan(date, context)
    expect([iso(span.from), iso(span.to)]).toEqual([from, to])
  })

  it('refuses days that do not exist', () => {
    expect(['2026-02-29', '2026-13', '26-01-01', '2026-1-1', '2026-01-01T25:00', 'soon'].filter(isDate)).toEqual([])
  })

  // 03:30 in Paris, two days after the clocks went forward.
  it.each([
    [90, 'm', '2026-03-31T00:00'],
    [168, 'h', '2026-03-24T01:30'],
    [1, 'd', '2026-03-30T22:00'],
    [7, 'd', '2026-03-24T23:00'],
    [1, 'w', '2026-03-24T23:00'],
    // Counted from the day after the last day of February, which has no 31st.
    [1, 'mo', '2026-02-28T23:00'],
    [12, 'mo', '2025-03-31T22:00'],
    [1, 'y', '2025-03-31T22:00'],
  ] as const)('begins the last %d%s at %s, days at midnight', (amount, unit, from) => {
    expect(iso(spanOfTerm({ kind: 'last', amount, unit }, context).from)).toBe(from)
  })

  it('knows the day of a moment, the short one included', () => {
    const { from, to } = daySpan(Date.parse('2026-03-29T12:00Z') / 1000, 'Europe/Paris')
    expect([iso(from), iso(to)]).toEqual(['2026-03-28T23:00', '2026-03-29T22:00'])
  })
})
