import { expect, it } from 'vitest'
import { hasSucceeded } from './has-succeeded.ts'

it.each([
  ['Success', '', true],
  ['success', '', true],
  ['Failure', '', false],
  ['Unsuccessful', '', false],
  ['Success', 'The receiver was slow.', true],
  ['', '', true],
  ['', 'The receiver returned status 500.', false],
])('a call with the status %j and the error %j succeeded: %j', (typeOfStatus, descriptionError, succeeded) => {
  expect(hasSucceeded({ typeOfStatus, descriptionError })).toBe(succeeded)
})
