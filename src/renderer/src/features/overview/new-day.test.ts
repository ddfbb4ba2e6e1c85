import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onNewDay } from './new-day.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 21, 58) })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a page that stays open overnight learns of the day of its zone, once', () => {
  const act = vi.fn()
  const stop = onNewDay('Europe/Paris', act)
  vi.advanceTimersByTime(60 * 60_000)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(4 * 60_000)
  expect(act).toHaveBeenCalledOnce()
  stop()
  vi.advanceTimersByTime(48 * 60 * 60_000)
  expect(act).toHaveBeenCalledOnce()
})

test('a computer that slept over midnight learns of the day within a minute', () => {
  const act = vi.fn()
  const stop = onNewDay('UTC', act)
  vi.setSystemTime(Date.UTC(2026, 10, 23, 7))
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledOnce()
  stop()
})
