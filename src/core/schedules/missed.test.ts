import { describe, expect, test } from 'vitest'
import { passedRuns, withMissed } from './missed.ts'

const hour = 3_600_000
const due = Date.UTC(2026, 0, 15, 7)
const hourly = {
  timing: { every: 'hour', weekday: 1, monthDay: 1, time: '00:00', cron: '' },
  zone: 'UTC',
  due,
} as const

describe('times that have passed', () => {
  test('are none but the one that is made now', () => {
    expect(passedRuns(hourly, { now: due + 1, isMade: true })).toEqual({ next: due + hour, missed: null })
  })

  test('are missed but for the newest, which is made now', () => {
    const missed = { from: due, to: due + 2 * hour, runs: 3 }
    expect(passedRuns(hourly, { now: due + 3.5 * hour, isMade: true })).toEqual({ next: due + 4 * hour, missed })
  })

  test('are all missed where none is made', () => {
    const missed = { from: due, to: due + hour, runs: 2 }
    expect(passedRuns(hourly, { now: due + 1.5 * hour, isMade: false })).toEqual({ next: due + 2 * hour, missed })
  })

  test('are counted up to a thousand', () => {
    const now = due + 5000.5 * hour
    const { next, missed } = passedRuns(hourly, { now, isMade: false })
    expect([next, missed]).toEqual([due + 5001 * hour, { from: due, to: now, runs: 1000 }])
  })
})

describe('the list of missed runs', () => {
  const at = (hours: number, runs = 1) => ({ from: due + hours * hour, to: due + (hours + runs - 1) * hour, runs })

  test('joins runs that follow each other, and begins anew after one that was made', () => {
    expect(withMissed([at(0)], at(1, 2), hourly)).toEqual([at(0, 3)])
    expect(withMissed([at(0)], at(2), hourly)).toEqual([at(2), at(0)])
  })

  test('keeps the newest twenty', () => {
    const many = Array.from({ length: 20 }, (_, index) => at(100 - 2 * index))
    const listed = withMissed(many, at(200), hourly)
    expect(listed).toEqual([at(200), ...many.slice(0, 19)])
  })
})
