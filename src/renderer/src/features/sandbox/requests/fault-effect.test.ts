import { expect, test } from 'vitest'
import { faultEffect, faultsSentence } from './fault-effect.ts'

test.each([
  [null, undefined, 'Reply'],
  ['status', 'Respond with a status', 'Reply'],
  ['delay', 'Delay the response', 'Reply'],
  ['hang', 'Never respond', 'Reply before the fault'],
  ['nan', 'NaN in place of numbers', 'Reply before the fault'],
])('%s: %s, %s', (kind, fault, reply) => {
  expect(faultEffect(kind)).toEqual({ fault, reply })
})

test('a failed call names the faults that are on, each kind once', () => {
  expect(faultsSentence(['status', 'status'])).toBe('A fault of the sandbox is on: Respond with a status.')
  expect(faultsSentence(['status', 'hang'])).toBe(
    '2 faults of the sandbox are on: Respond with a status, Never respond.',
  )
})
