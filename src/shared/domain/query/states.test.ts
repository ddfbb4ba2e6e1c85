import { expect, test } from 'vitest'
import { statesOf } from './states.ts'

test.each([
  ['delivered', ['delivered']],
  ['Bounced', ['softbounced', 'hardbounced']],
  ['de', ['deferred', 'delivered']],
  ['boun', ['softbounced', 'hardbounced']],
  ['f', ['softbounced', 'hardbounced', 'rejected', 'error', 'filtered']],
  ['Quarantined', ['quarantined']],
])('state:%s stands for %j', (value, states) => {
  expect(statesOf(value)).toEqual(states)
})
