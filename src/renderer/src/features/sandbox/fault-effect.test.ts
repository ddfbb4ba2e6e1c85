import { expect, test } from 'vitest'
import { struck } from './fault-effect.ts'

test.each([
  [null, undefined, 'Answer'],
  ['status', 'Answer with a status', 'Answer'],
  ['delay', 'Answer late', 'Answer'],
  ['hang', 'Never answer', 'Answer before the fault spoilt it'],
  ['nan', 'Write NaN in place of numbers', 'Answer before the fault spoilt it'],
])('%s: %s, %s', (kind, fault, answer) => {
  expect(struck(kind)).toEqual({ fault, answer })
})
