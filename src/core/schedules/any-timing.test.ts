import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Timing } from '#shared/contract/base/timing.ts'
import { nextRun } from './next-run.ts'

const hour = 3_600_000
const zones = ['UTC', 'Europe/Paris', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu']
const longestWait = { hour, day: 25 * hour, week: 7 * 24 * hour + hour, month: 62 * 24 * hour, cron: 0 }

const two = (value: number): string => String(value).padStart(2, '0')
const time = fc.tuple(fc.nat(23), fc.nat(59)).map(([at, minute]) => `${two(at)}:${two(minute)}`)
const timing = fc.record({
  every: fc.constantFrom('hour', 'day', 'week', 'month'),
  weekday: fc.integer({ min: 1, max: 7 }),
  monthDay: fc.integer({ min: 1, max: 31 }),
  time,
  cron: fc.constant(''),
})
const zone = fc.constantFrom(...zones)
const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) })
// The nights on which the clocks in Paris and St. John’s change, in addition to arbitrary instants.
const changes = [Date.UTC(2026, 2, 28, 12), Date.UTC(2026, 9, 24, 12), Date.UTC(2026, 2, 8), Date.UTC(2026, 10, 1)]
const nearChange = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: 0, max: 24 * hour }))
  .map(([at, by]) => at + by)
const after = fc.oneof(instant, nearChange)

/** The time shown by a clock in the zone, according to Intl. */
function shown(at: number, timeZone: string): { time: string; weekday: number; monthDay: number; lastDay: number } {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  const [day, month, year] = parts.slice(0, 10).split('/').map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { time: parts.slice(-5), weekday: date.getUTCDay() || 7, monthDay: day, lastDay }
}

/** Whether the clocks jump forwards at this moment, so that a skipped time runs now. */
function isAfterGap(at: number, timeZone: string): boolean {
  return (
    Number(shown(at, timeZone).time.slice(3)) !== (Number(shown(at - 60_000, timeZone).time.slice(3)) + 1) % 60 ||
    Number(shown(at, timeZone).time.slice(0, 2)) > Number(shown(at - 60_000, timeZone).time.slice(0, 2)) + 1
  )
}

describe('the next run of any timing', () => {
  test('is later, soon enough, and at the time that the zone shows', () => {
    fc.assert(
      fc.property(timing, zone, after, (chosen, timeZone, moment) => {
        const next = nextRun(chosen, timeZone, moment)
        expect(next).toBeGreaterThan(moment)
        expect(next - moment).toBeLessThanOrEqual(longestWait[chosen.every])
        const clock = shown(next, timeZone)
        if (isAfterGap(next, timeZone)) return
        const wanted = { ...clock, time: chosen.time }
        if (chosen.every === 'hour') wanted.time = `${clock.time.slice(0, 2)}${chosen.time.slice(2)}`
        if (chosen.every === 'week') wanted.weekday = chosen.weekday
        if (chosen.every === 'month') wanted.monthDay = Math.min(chosen.monthDay, clock.lastDay)
        expect(clock).toEqual(wanted)
      }),
    )
  })

  test('is the same from every moment before it', () => {
    fc.assert(
      fc.property(timing, zone, after, fc.double({ min: 0, max: 1, noNaN: true }), (chosen, timeZone, moment, part) => {
        const next = nextRun(chosen, timeZone, moment)
        const between = moment + Math.floor((next - 1 - moment) * part)
        expect(nextRun(chosen, timeZone, between)).toBe(next)
      }),
    )
  })

  test('is that of the cron pattern that says the same', () => {
    fc.assert(
      fc.property(timing, zone, after, (chosen, timeZone, moment) => {
        const [at, minute] = chosen.time.split(':').map(Number) as [number, number]
        const patterns: Record<string, string> = {
          hour: `${minute} * * * *`,
          day: `${minute} ${at} * * *`,
          week: `${minute} ${at} * * ${chosen.weekday}`,
          month: `${minute} ${at} ${chosen.monthDay > 28 ? 'L' : chosen.monthDay} * *`,
        }
        const same: Timing = chosen.every === 'month' && chosen.monthDay > 28 ? { ...chosen, monthDay: 31 } : chosen
        const cron: Timing = { ...chosen, every: 'cron', cron: patterns[chosen.every]! }
        expect(nextRun(cron, timeZone, moment)).toBe(nextRun(same, timeZone, moment))
      }),
    )
  })
})
