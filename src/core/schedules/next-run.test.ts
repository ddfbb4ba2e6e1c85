import { describe, expect, it } from 'vitest'
import type { Timing } from '#shared/contract/base/timing.ts'
import { nextRun } from './next-run.ts'

const timing = (change: Partial<Timing>): Timing => ({
  every: 'day',
  weekday: 1,
  monthDay: 1,
  time: '07:30',
  cron: '',
  ...change,
})
const paris = 'Europe/Paris'
const run = (change: Partial<Timing>, after: string, zone = paris) =>
  new Date(nextRun(timing(change), zone, Date.parse(after))).toISOString()

describe('The next run', () => {
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
    expect(skipped).toBe('2026-03-29T01:00:00.000Z')
    expect(run({ time: '02:30' }, skipped)).toBe('2026-03-30T00:30:00.000Z')
    const twice = run({ time: '02:30' }, '2026-10-24T12:00:00Z')
    expect(twice).toBe('2026-10-25T00:30:00.000Z')
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

describe('The next run of every hour', () => {
  const minutes = { every: 'hour', time: '05:30' } as const

  it('is at its minute of the hour, whichever hour that is', () => {
    expect(run(minutes, '2026-01-15T06:29:59Z')).toBe('2026-01-15T06:30:00.000Z')
    expect(run(minutes, '2026-01-15T06:30:00Z')).toBe('2026-01-15T07:30:00.000Z')
    expect(run(minutes, '2026-01-15T06:10:00Z', 'Asia/Kathmandu')).toBe('2026-01-15T06:45:00.000Z')
  })

  it('comes every hour over the gap and in both hours that the clocks show', () => {
    expect(run(minutes, '2026-03-29T00:30:00Z')).toBe('2026-03-29T01:30:00.000Z')
    expect(run(minutes, '2026-10-25T00:30:00Z')).toBe('2026-10-25T01:30:00.000Z')
    // On Lord Howe Island, the clocks go back by half an hour at 15:00 UTC.
    expect(run(minutes, '2026-04-04T14:30:00Z', 'Australia/Lord_Howe')).toBe('2026-04-04T15:00:00.000Z')
  })
})

describe('The next run of a cron pattern', () => {
  const cron = (pattern: string) => ({ every: 'cron', cron: pattern }) as const

  it('is read in the zone, with names, lists, ranges and steps', () => {
    expect(run(cron('30 7 * * 1-5'), '2026-01-16T12:00:00Z')).toBe('2026-01-19T06:30:00.000Z')
    expect(run(cron(' 0  */6 1,15 JAN-MAR * '), '2026-01-02T00:00:00Z', 'UTC')).toBe('2026-01-15T00:00:00.000Z')
    expect(run(cron('0 0 * * *'), '2026-01-15T11:00:00Z', 'Pacific/Kiritimati')).toBe('2026-01-16T10:00:00.000Z')
    expect(run(cron('0 0 * * *'), '2026-01-15T10:00:00Z', 'Pacific/Pago_Pago')).toBe('2026-01-15T11:00:00.000Z')
    expect(run(cron('0 0 29 2 *'), '2026-01-15T10:00:00Z', 'UTC')).toBe('2028-02-29T00:00:00.000Z')
  })

  it('is the moment after a gap of the clocks, and the first of two hours', () => {
    expect(run(cron('30 2 * * *'), '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(run(cron('30 2 * * *'), '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:30:00.000Z')
    expect(run(cron('30 2 * * *'), '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(run(cron('30 2 * * *'), '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
  })

  it.each([
    ['', /^Enter a cron pattern\. For example, “30 7 \* \* 1-5” runs/],
    ['0 30 7 * * 1', /has six, and seconds are not supported\. For example/],
    ['30 7 *', /has five fields.* This one has 3\. For example/],
    ['@daily', /This one has 1\./],
    ['60 7 * * *', /the minute “60” .*from 0 to 59\. For example/],
    ['0 24 * * *', /the hour “24”/],
    ['0 7 32 * *', /the day of the month “32”/],
    ['0 7 * 13 *', /the month “13”/],
    ['0 7 * * FOO', /the day of the week “FOO”/],
    ['0 7 5-1 * *', /the day of the month “5-1”/],
    ['0 0 30 2 *', /^No date ever matches “0 0 30 2 \*”/],
  ])('is refused for “%s”, by the name of what is wrong', (pattern, sentence) => {
    expect(() => run(cron(pattern), '2026-01-15T12:00:00Z')).toThrow(sentence)
  })
})
