import { expect, test } from 'vitest'
import { faultEffect, faultsSentence } from './fault-effect.ts'

test.each([
  [null, undefined, 'Response'],
  ['status', 'Respond with a status', 'Response'],
  ['delay', 'Delay the response', 'Response'],
  ['hang', 'Never respond', 'Response before the fault'],
  ['nan', 'NaN instead of numbers', 'Response before the fault'],
])('%s: %s, %s', (kind, fault, response) => {
  expect(faultEffect(kind)).toEqual({ fault, response })
})

test('a failed call names the faults that are on, each kind once', () => {
  expect(faultsSentence(['status', 'status'])).toBe('A sandbox fault is on: Respond with a status.')
  expect(faultsSentence(['status', 'hang'])).toBe('2 sandbox faults are on: Respond with a status, Never respond.')
})
