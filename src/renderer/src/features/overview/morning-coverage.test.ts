import { expect, test } from 'vitest'
import { hasRead, missingText } from './morning-coverage.ts'

const second = (text: string) => Date.parse(`${text}Z`) / 1000
const horizon = {
  completeFrom: second('2026-10-01T12:00'),
  completeUntil: second('2026-11-23T08:55'),
  gaps: [{ from: second('2026-11-10T00:00'), to: second('2026-11-11T23:59') }],
  detailGaps: [],
  opensRefreshedUntil: null,
  lastSync: second('2026-11-23T08:55'),
}

test('days are read from the first whole one to the last whole one, without gaps', () => {
  const isRead = (from: string, to = from, zone = 'UTC') => hasRead(horizon, { from, to }, zone)
  expect(isRead('2026-10-01')).toBe(false)
  expect(isRead('2026-10-02', '2026-11-09')).toBe(true)
  expect(isRead('2026-11-09', '2026-11-12')).toBe(false)
  expect(isRead('2026-11-12', '2026-11-22')).toBe(true)
  expect(isRead('2026-11-09', '2026-11-09', 'America/New_York')).toBe(false)
  expect(isRead('2026-11-23')).toBe(false)
})

const formats = { dateMinute: (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16) }
type Changed = Partial<typeof horizon> | { completeUntil: null }
function missing(changed: Changed, now = '2026-11-23T09:00', { minutes = 5, isSyncing = false } = {}) {
  const [yesterday, zone, interval] = ['2026-11-22', 'UTC', minutes * 60_000]
  const known = { yesterday, zone, now: second(now) * 1000, interval, isSyncing }
  return missingText({ ...horizon, ...changed }, known, formats)
}

test('an archive that follows its service lacks nothing, whatever is missing before yesterday', () => {
  expect(missing({})).toBeNull()
})

test('an archive that is behind says until when it was read', () => {
  expect(missing({}, '2026-11-26T09:00')).toBe(
    'Messages are synced up to 2026-11-23T08:55. Later messages are missing.',
  )
  expect(missing({}, '2026-11-23T10:00')).toMatch(/^Messages are synced up to/)
  expect(missing({}, '2026-11-23T14:00', { minutes: 360 })).toBeNull()
})

test('before its first sync is completed, an archive says so', () => {
  expect(missing({ completeUntil: null })).toMatch(/^No sync has finished yet/)
  const isSyncing = true
  expect(missing({ completeUntil: null }, undefined, { isSyncing })).toMatch(/^The first sync is still running/)
})

test('a beginning or a gap since yesterday makes the figures too low', () => {
  const part = /^Some messages since yesterday/
  expect(missing({ completeFrom: second('2026-11-22T12:00') })).toMatch(part)
  expect(missing({ gaps: [{ from: second('2026-11-21T00:00'), to: second('2026-11-22T00:00') }] })).toMatch(part)
})
