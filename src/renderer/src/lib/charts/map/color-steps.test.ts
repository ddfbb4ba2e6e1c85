import { expect, it } from 'vitest'
import { colorSteps, stepOf } from './color-steps.ts'

it('divides what a map shows into at most five classes, in round numbers', () => {
  expect(colorSteps(3400)).toEqual([1, 10, 50, 200, 1000])
  expect(colorSteps(12)).toEqual([1, 2])
  expect(colorSteps(1)).toEqual([1])
  for (const most of [2, 9, 77, 1e6, 1e12]) expect(colorSteps(most).length).toBeLessThanOrEqual(5)
})

it('gives every value a class, and zero none', () => {
  const steps = colorSteps(3400)
  expect([0, 1, 9, 10, 3400].map((value) => stepOf(value, steps))).toEqual([0, 1, 1, 2, 5])
})
