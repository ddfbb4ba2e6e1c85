import { expect, test } from 'vitest'
import { faultEffect } from './fault-effect.ts'

test.each([
  [null, undefined, 'Reply'],
  ['status', 'Answer with a status', 'Reply'],
  ['delay', 'Answer late', 'Reply'],
  ['hang', 'Never answer', 'Reply before the fault'],
  ['nan', 'Write NaN in place of numbers', 'Reply before the fault'],
])('%s: %s, %s', (kind, fault, reply) => {
  expect(faultEffect(kind)).toEqual({ fault, reply })
})
