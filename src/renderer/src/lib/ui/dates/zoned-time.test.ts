import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentOf, wallTime } from './zoned-time.ts'

const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Australia/Lord_Howe']

test('a time is that of its zone', () => {
  expect(momentOf('Europe/Paris', { date: '2026-07-01', time: '09:30' })).toBe(Date.parse('2026-07-01T07:30Z'))
  expect(momentOf('America/New_York', { date: '2026-01-01', time: '00:00' })).toBe(Date.parse('2026-01-01T05:00Z'))
  expect(wallTime('Asia/Kolkata', Date.parse('2026-01-01T20:00Z'))).toEqual({ date: '2026-01-02', time: '01:30' })
})

test('a time that the clocks skip is as much later, and of an hour that they repeat it is the first', () => {
  expect(momentOf('Europe/Paris', { date: '2026-03-29', time: '02:30' })).toBe(Date.parse('2026-03-29T01:30Z'))
  expect(momentOf('Europe/Paris', { date: '2026-10-25', time: '02:30' })).toBe(Date.parse('2026-10-25T00:30Z'))
})

test('what is no date or no time has no moment', () => {
  for (const [date, time] of [
    ['', '09:00'],
    ['2026-13-01', '09:00'],
    ['2026-01-01', ''],
    ['2026-01-01', '25:00'],
  ] as const)
    expect(momentOf('UTC', { date, time })).toBeNull()
})

test('every moment is found by what the clocks of its zone show then, but for repeated hours', () => {
  const minutes = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, (zone, minute) => {
      const at = minute * 60_000
      const found = momentOf(zone, wallTime(zone, at))!
      expect(wallTime(zone, found)).toEqual(wallTime(zone, at))
      expect([0, 30, 60]).toContain((at - found) / 60_000)
    }),
  )
})
