import { expect, test } from 'vitest'
import { Formats } from '#shared/domain/settings/formats.ts'
import { freshness } from './freshness.ts'

const formats = new Formats(
  { timeZone: 'UTC', dateFormat: 'locale', language: 'en-GB' },
  { systemTimeZone: 'UTC', systemLanguage: 'en-GB' },
)
const now = Date.UTC(2026, 10, 22, 10, 6)
const lastSync = Date.UTC(2026, 10, 22, 10, 5) / 1000
const horizon: Parameters<typeof freshness>[0] = {
  completeFrom: lastSync - 90 * 86_400,
  completeUntil: lastSync,
  gaps: [],
  detailGaps: [],
  opensRefreshedUntil: lastSync,
  lastSync,
}
const idle = { running: false, paused: false, failed: false, interval: 300_000 }
const textOf = (changed: Partial<typeof horizon>, sync = idle) =>
  freshness({ ...horizon, ...changed }, sync, now, formats).text

test('a complete archive is up to date as of its last sync', () => {
  expect(textOf({})).toBe('Up to date · 10:05')
})

test('a running, paused or failed sync is not called up to date', () => {
  expect(textOf({}, { ...idle, running: true })).toBe('Syncing…')
  expect(textOf({}, { ...idle, paused: true })).toBe('Paused · 10:05')
  expect(textOf({}, { ...idle, failed: true })).toBe('Last synced 10:05')
})

test('nor is an archive that was last synced days ago', () => {
  expect(textOf({ lastSync: lastSync - 3 * 86_400 })).toBe('Last synced 19 Nov 2026')
})

test('nor is one whose syncs have stopped for an hour, unless they are further apart', () => {
  expect(textOf({ lastSync: lastSync - 2 * 3600 })).toBe('Last synced 08:05')
  expect(textOf({ lastSync: lastSync - 2 * 3600 }, { ...idle, interval: 7_200_000 })).toBe('Up to date · 08:05')
})

test('gaps are summed up', () => {
  const gaps = [
    { from: lastSync - 4 * 86_400, to: lastSync - 3 * 86_400 - 1 },
    { from: lastSync - 2 * 86_400, to: lastSync - 1 },
  ]
  expect(textOf({ gaps })).toBe('3 days missing')
  expect(textOf({ gaps: [{ from: lastSync - 7200, to: lastSync - 1 }] })).toBe('2 hours missing')
})
