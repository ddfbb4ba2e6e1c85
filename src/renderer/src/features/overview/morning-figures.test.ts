import { expect, test } from 'vitest'
import { isUnusual, readMorning, usualText } from './morning-figures.ts'

function day(day: string, states: Record<string, number>, opened = 0) {
  const messages = Object.values(states).reduce((sum, count) => sum + count, 0)
  return { day, messages, states, open: opened, click: 0, opened, clicked: 0 }
}

test('today and yesterday are added up, and yesterday stands beside the day before and its weekday', () => {
  const days = [
    day('2026-11-08', { delivered: 40, hardbounced: 2 }),
    day('2026-11-15', { delivered: 20, filtered: 4 }),
    day('2026-11-21', { delivered: 7 }),
    day('2026-11-22', { delivered: 60, complaint: 1, softbounced: 3, rejected: 2 }, 9),
    day('2026-11-23', { delivered: 5, requested: 4, error: 1 }, 2),
  ]
  const morning = readMorning(days, '2026-11-23')
  expect(morning.yesterday).toBe('2026-11-22')
  expect(morning.weekday).toBe('Sunday')
  expect(
    morning.figures.map(({ label, sinceYesterday, today, yesterday, dayBefore, usual }) => [
      label,
      [sinceYesterday, today, yesterday, dayBefore, usual],
    ]),
  ).toEqual([
    // The Sundays 25 October and 1 November precede the first known day.
    ['Sent', [76, 10, 66, 7, 33]],
    ['Delivered', [66, 5, 61, 7, 30]],
    ['Failed', [6, 1, 5, 0, 3]],
    // Yesterday’s messages are still being opened.
    ['Opened', [11, 2, 9, null, null]],
  ])
  expect(morning.period).toBe('after:2026-11-22 before:2026-11-24')
})

test('messages dated in the future are not counted as of today', () => {
  const { figures } = readMorning([day('2026-11-23', { error: 1 }), day('2242-01-01', { error: 65 })], '2026-11-23')
  expect(figures[2]).toMatchObject({ label: 'Failed', sinceYesterday: 1, today: 1, yesterday: 0 })
})

test('days that were not read count neither as usual nor as the day before', () => {
  const days = [
    day('2026-11-01', { delivered: 3 }),
    day('2026-11-08', { delivered: 40 }),
    day('2026-11-22', { delivered: 60 }),
  ]
  const isRead = (read: string) => read >= '2026-11-05' && read !== '2026-11-15' && read !== '2026-11-21'
  const [sent] = readMorning(days, '2026-11-23', { isRead }).figures
  expect(sent).toMatchObject({ usual: 40, dayBefore: null })
})

test('a usual day of less than one message is not called empty', () => {
  expect([0, 0.25, 0.5, 6.4].map((usual) => usualText(usual, { number: String }))).toEqual([
    '0',
    'fewer than 1',
    '1',
    '6',
  ])
})

test('an account of yesterday has no usual day', () => {
  const { figures } = readMorning([day('2026-11-22', { delivered: 1 })], '2026-11-23')
  expect(figures.map(({ usual }) => usual)).toEqual([null, null, null, null])
})

test('only many more failures than usual are unusual', () => {
  expect(isUnusual({ today: 0, yesterday: 12, usual: 6 })).toBe(true)
  expect(isUnusual({ today: 0, yesterday: 4, usual: 1 })).toBe(false)
  expect(isUnusual({ today: 0, yesterday: 108, usual: 100 })).toBe(false)
  expect(isUnusual({ today: 0, yesterday: 50, usual: null })).toBe(false)
  expect(isUnusual({ today: 5000, yesterday: 6, usual: 6 })).toBe(true)
})
