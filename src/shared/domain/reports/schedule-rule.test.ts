import { describe, expect, it } from 'vitest'
import type { ReportRhythm } from '../../contract/reports.ts'
import { nextRun, spanDays } from './schedule-rule.ts'

const rhythm = (change: Partial<ReportRhythm>): ReportRhythm => ({
  every: 'day',
  weekday: 1,
  monthDay: 1,
  time: '07:30',
  ...change,
})
const paris = 'Europe/Paris'
const run = (change: Partial<ReportRhythm>, after: string, zone = paris) =>
  new Date(nextRun(rhythm(change), zone, Date.parse(after))).toISOString()

describe('The next report', () => {
  it('is made at its time in the zone, today or tomorrow', () => {
    expect(run({}, '2026-01-15T06:29:59Z')).toBe('2026-01-15T06:30:00.000Z')
    expect(run({}, '2026-01-15T06:30:00Z')).toBe('2026-01-16T06:30:00.000Z')
    expect(run({}, '2026-01-15T18:00:00Z', 'Pacific/Kiritimati')).toBe('2026-01-16T17:30:00.000Z')
    expect(run({}, '2026-01-15T18:00:00Z', 'Pacific/Pago_Pago')).toBe('2026-01-15T18:30:00.000Z')
  })

  it('keeps its time on the clock when summer time begins and ends', () => {
    expect(run({}, '2026-03-28T12:00:00Z')).toBe('2026-03-29T05:30:00.000Z')
    expect(run({}, '2026-10-24T12:00:00Z')).toBe('2026-10-25T06:30:00.000Z')
  })

  it('is made once on a day whose clocks skip its time or show it twice', () => {
    const skipped = run({ time: '02:30' }, '2026-03-28T12:00:00Z')
    expect(skipped.slice(0, 10)).toBe('2026-03-29')
    expect(run({ time: '02:30' }, skipped)).toBe('2026-03-30T00:30:00.000Z')
    const twice = run({ time: '02:30' }, '2026-10-24T12:00:00Z')
    expect(twice.slice(0, 10)).toBe('2026-10-25')
    expect(run({ time: '02:30' }, twice)).toBe('2026-10-26T01:30:00.000Z')
  })

  it('falls on its day of the week', () => {
    expect(run({ every: 'week', weekday: 1 }, '2026-01-15T12:00:00Z')).toBe('2026-01-19T06:30:00.000Z')
    expect(run({ every: 'week', weekday: 7 }, '2026-01-18T06:30:00Z')).toBe('2026-01-25T06:30:00.000Z')
  })

  it('falls on the last day of a month that is too short', () => {
    expect(run({ every: 'month', monthDay: 31 }, '2026-02-01T00:00:00Z')).toBe('2026-02-28T06:30:00.000Z')
    expect(run({ every: 'month', monthDay: 31 }, '2028-02-01T00:00:00Z')).toBe('2028-02-29T06:30:00.000Z')
    expect(run({ every: 'month', monthDay: 31 }, '2026-03-31T12:00:00Z')).toBe('2026-04-30T05:30:00.000Z')
    expect(run({ every: 'month', monthDay: 1 }, '2026-12-01T12:00:00Z')).toBe('2027-01-01T06:30:00.000Z')
  })
})

describe('The days of a scheduled report', () => {
  it('are over on the day on which it is made', () => {
    expect(spanDays('yesterday', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
    expect(spanDays('last-7-days', '2026-03-03')).toEqual({ from: '2026-02-24', to: '2026-03-02' })
    expect(spanDays('last-30-days', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-30' })
    expect(spanDays('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(spanDays('last-month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  })
})
