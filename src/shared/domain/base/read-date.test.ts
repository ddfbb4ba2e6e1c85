import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber } from './calendar.ts'
import { msPerDay } from './durations.ts'
import { readDate, readIsoDate } from './read-date.ts'

describe('dayNumber', () => {
  it('counts the days as Date does, from the year 0 to the year 9999', () => {
    const [first, last] = [Date.parse('0000-01-01') / msPerDay, Date.parse('9999-12-31') / msPerDay]
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (day) => {
        const date = new Date(day * msPerDay)
        expect(dayNumber(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).toBe(day)
      }),
    )
  })

  it.each([
    [2026, 2, 29],
    [1900, 2, 29],
    [2026, 4, 31],
    [2026, 0, 1],
    [2026, 13, 1],
    [2026, 1, 0],
    [2026, 1, 32],
    [2026, Number.NaN, 1],
    [Number.NaN, 1, 1],
  ])('finds no day %d-%d-%d in the calendar', (year, month, day) => {
    expect(dayNumber(year, month, day)).toBeNaN()
  })
})

describe('readIsoDate', () => {
  it('reads the usual form as Date does', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        const text = date.toISOString().slice(0, 19)
        expect(readIsoDate(text)).toBe(Date.parse(`${text}Z`))
        expect(readIsoDate(`${text.replace('T', ' ')}Z`)).toBe(Date.parse(`${text}Z`))
      }),
    )
  })

  it('reads a text that is nearly of the usual form as it reads one with a fraction, which has another way', () => {
    const almost = fc
      .tuple(
        fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
        fc.nat(18),
        fc.constantFrom(...'0123456789'),
      )
      .map(([date, at, other]) => {
        const text = date.toISOString().slice(0, 19)
        return text.slice(0, at) + other + text.slice(at + 1)
      })
    fc.assert(
      fc.property(almost, (text) => {
        expect(readIsoDate(text)).toBe(readIsoDate(`${text}.0`))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['2026-01-31', '2026-01-31T00:00:00Z'],
    ['2026-01-31T12:30', '2026-01-31T12:30:00Z'],
    ['2026-01-31T12:30:15.25Z', '2026-01-31T12:30:15.250Z'],
    ['2026-01-31T12:30:15,123456789', '2026-01-31T12:30:15.123Z'],
    ['2026-01-31T12:30:15+02:00', '2026-01-31T10:30:15Z'],
    ['2026-01-31 12:30:15 -0530', '2026-01-31T18:00:15Z'],
    ['2026-01-31T12:30:15+02', '2026-01-31T10:30:15Z'],
    [' 2026-01-31t12:30:15 utc ', '2026-01-31T12:30:15Z'],
    ['2026-01-31T24:00:00', '2026-02-01T00:00:00Z'],
    ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00Z'],
    ['0001-01-01T00:00:00', '0001-01-01T00:00:00Z'],
  ])('reads %s', (text, same) => {
    expect(readIsoDate(text)).toBe(Date.parse(same))
  })

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-02-30T00:00:00',
    '2026-13-01T00:00:00',
    '2026-01-31T25:00:00',
    '2026-01-31T12:60:00',
    '2026-01-31T12:00:61',
    '2026-1-31',
    '2026-01-31T1a:00:00',
    '2026-01-31X12:00:00',
    '1769817600',
  ])('reads nothing in %j', (text) => {
    expect(readIsoDate(text)).toBeNull()
  })
})

describe('readDate', () => {
  const time = Date.UTC(2026, 0, 31, 12, 30, 15)

  it.each([
    [time / 1000],
    [String(time / 1000)],
    [time],
    ['2026-01-31T12:30:15'],
    ['2026-01-31T12:30:15Z'],
    ['2026-01-31 12:30:15'],
    ['2026-01-31T12:30:15.000+0000'],
    ['2026-01-31T13:30:15+01:00'],
    ['2026-01-31T13:30:15+01'],
    ['2026-01-31T07:00:15.000-0530'],
  ])('reads %j as the same moment', (form) => {
    expect(readDate(form)).toBe(time)
  })

  it('keeps milliseconds, and reads a date alone as its midnight', () => {
    expect(readDate('2026-01-31T12:30:15.678+0000')).toBe(time + 678)
    expect(readDate('2026-01-31T12:30:15.6+0000')).toBe(time + 600)
    expect(readDate('2026-01-31')).toBe(Date.UTC(2026, 0, 31))
  })

  it.each([['2026-02-31T00:00:00'], ['2026-13-01'], ['yesterday'], [''], [null], [true], [[]], [Number.NaN], ['1e9']])(
    'reads no date in %j',
    (form) => {
      expect(readDate(form)).toBeNull()
    },
  )
})
