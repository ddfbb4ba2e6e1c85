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

  // In each zone, the days on which the clocks go forward and back; only in Paris not at midnight.
  it.each([
    ['America/Santiago', '2026-09-05', '2026-09-05T04:00', '2026-09-06T04:00'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00', '2026-09-07T03:00'],
    ['America/Santiago', '2026-09-06T00:30', '2026-09-06T04:30', '2026-09-06T04:31'],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00', '2026-04-05T04:00'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00', '2026-03-09T04:00'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00', '2026-11-02T05:00'],
    ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00', '2026-03-30T00:00'],
    ['Europe/Paris', '2026-03-29T02:30', '2026-03-29T01:30', '2026-03-29T01:31'],
    ['Europe/Paris', '2026-10-25', '2026-10-24T22:00', '2026-10-25T23:00'],
  ])('reads in %s the date %s', (zone, date, from, to) => {
    const span = dateSpan(date, { now: 0, zone })
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
