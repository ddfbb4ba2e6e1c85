import { expect, test } from 'vitest'
import { machineClock } from './machine-clock.ts'

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

test.each([
  [0, 'In sync'],
  [-29_000, 'In sync'],
  [3_599_995, '1 hour behind the sandbox'],
  [7 * 86_400_000, '7 days behind the sandbox'],
  [25 * 3_600_000, '25 hours behind the sandbox'],
  [-20 * 60_000, '20 minutes ahead of the sandbox'],
  [-2 * 3_600_000, '2 hours ahead of the sandbox'],
])('%d ms: %s', (offset, said) => {
  expect(machineClock(offset, plural)).toBe(said)
})
