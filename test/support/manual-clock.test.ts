import { expect, test } from 'vitest'
import { ManualClock } from './manual-clock.ts'

test('alarms fire in order, at their time, and not after they were cancelled', () => {
  const clock = new ManualClock(1000)
  const rung: [string, number][] = []
  clock.after(20, () => rung.push(['late', clock.now()]))
  clock.after(10, () => {
    rung.push(['early', clock.now()])
    clock.after(5, () => rung.push(['nested', clock.now()]))
  })
  clock.after(15, () => rung.push(['cancelled', clock.now()])).cancel()
  clock.advance(9)
  expect(rung).toEqual([])
  clock.advance(11)
  expect(rung).toEqual([
    ['early', 1010],
    ['nested', 1015],
    ['late', 1020],
  ])
  expect(clock.now()).toBe(1020)
})

test('skipped delays end immediately, and the clock advances by them', async () => {
  const clock = new ManualClock(1000, { skips: 50 })
  const rung: number[] = []
  clock.after(50, () => rung.push(50))
  clock.after(10, () => rung.push(10)).cancel()
  await new Promise<void>((resolve) => clock.after(30, resolve))
  expect([clock.now(), rung, clock.slept]).toEqual([1030, [], [10, 30]])
  await new Promise<void>((resolve) => clock.after(20, resolve))
  expect([clock.now(), rung]).toEqual([1050, [50]])
})
