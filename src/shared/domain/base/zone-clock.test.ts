import { describe, expect, it } from 'vitest'
import { daySpan } from '../query/period.ts'
import { dayText, hourOfWeek, localDay, ZoneClock } from './zone-clock.ts'

const zones = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
]

describe('a zone’s clock', () => {
  it.each(zones)('shows the day that Intl names, at any moment, in %s', (zone) => {
    const clock = new ZoneClock(zone)
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
    // Every ninth hour in twelve years: at each hour of the day, on both sides of every clock change.
    for (let second = Date.UTC(2008, 0, 1) / 1000; second < Date.UTC(2020, 0, 1) / 1000; second += 9 * 3600 + 61) {
      const { from, to, offset } = clock.spanAt(second)
      expect(second >= from && second < to).toBe(true)
      const day = dayText(localDay(second, offset))
      if (day !== format.format(second * 1000)) expect.fail(`${zone} ${second}: ${day}`)
    }
  })

  it('changes its offset at the second at which the zone does', () => {
    const clock = new ZoneClock('Europe/Paris')
    const change = Date.UTC(2026, 2, 29, 1) / 1000
    expect(clock.spanAt(change - 1)).toMatchObject({ to: change, offset: 3600 })
    expect(clock.spanAt(change)).toMatchObject({ from: change, offset: 7200 })
  })

  it.each(zones)('finds the moment of a local time in %s, and the earlier one of two', (zone) => {
    const clock = new ZoneClock(zone)
    for (let second = Date.UTC(2008, 0, 1) / 1000; second < Date.UTC(2020, 0, 1) / 1000; second += 3601) {
      const { offset } = clock.spanAt(second)
      const found = clock.secondOf(second + offset)
      if (found > second || found + clock.spanAt(found).offset !== second + offset) expect.fail(`${zone} ${second}`)
    }
  })

  it('reads a local time that is skipped with the offset of before', () => {
    const change = Date.UTC(2026, 2, 29, 1) / 1000
    expect(new ZoneClock('Europe/Paris').secondOf(change + 3600 + 1800)).toBe(change + 1800)
    const autumn = Date.UTC(2026, 9, 25, 1) / 1000
    expect(new ZoneClock('Europe/Paris').secondOf(autumn + 3600)).toBe(autumn - 3600)
  })

  it('begins a day where the search begins it', () => {
    const clock = new ZoneClock('Europe/Paris')
    for (let second = Date.UTC(2026, 9, 20) / 1000; second < Date.UTC(2026, 9, 30) / 1000; second += 1800) {
      const { from } = daySpan(second, 'Europe/Paris')
      const day = (at: number) => localDay(at, clock.spanAt(at).offset)
      expect(day(from)).toBe(day(second))
      expect(day(from - 1)).toBe(day(second) - 1)
    }
  })
})

it('counts the hours of a week from Monday', () => {
  const monday = Date.UTC(2026, 10, 16) / 1000
  expect(hourOfWeek(monday, 0)).toBe(0)
  expect(hourOfWeek(monday - 1, 0)).toBe(167)
  expect(hourOfWeek(monday, -3600)).toBe(167)
  expect(hourOfWeek(monday + 26 * 3600, 0)).toBe(26)
  expect(hourOfWeek(-1, 0)).toBe(2 * 24 + 23)
})
