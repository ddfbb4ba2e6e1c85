import { flushSync } from 'svelte'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MinuteClock } from '../../src/renderer/src/lib/state/minute-clock.ts'

test('one timer updates every displayed time, as long as one is displayed and the page is visible', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const see = (isSeen: boolean) => {
    hidden.mockReturnValue(!isSeen)
    document.dispatchEvent(new Event('visibilitychange'))
    flushSync()
  }
  const clock = new MinuteClock()
  const shown: number[] = []
  const show = (place: number) =>
    $effect.root(() => {
      $effect(() => {
        shown[place] = clock.now / 60_000
      })
    })
  const pass = (minutes: number) => {
    vi.advanceTimersByTime(minutes * 60_000)
    flushSync()
  }

  expect(clock.now).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
  const hides = [show(0), show(1)]
  flushSync()
  expect(vi.getTimerCount()).toBe(1)
  pass(5)
  expect(shown).toEqual([5, 5])

  see(false)
  expect(vi.getTimerCount()).toBe(0)
  pass(60)
  expect(shown).toEqual([5, 5])
  see(true)
  expect(shown).toEqual([65, 65])
  expect(vi.getTimerCount()).toBe(1)

  for (const hide of hides) hide()
  await Promise.resolve()
  expect(vi.getTimerCount()).toBe(0)
  pass(1)
  expect(clock.now).toBe(66 * 60_000)
})
