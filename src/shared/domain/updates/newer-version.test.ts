import { expect, test } from 'vitest'
import { isNewerVersion } from './newer-version.ts'

test.each([
  ['1.2.4', '1.2.3', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.99.99', true],
  ['1.2.3', '1.2.3', false],
  ['1.2.2', '1.2.3', false],
  ['0.9.9', '1.0.0', false],
  ['1.2.3', '1.2.3-beta.1', true],
  ['1.2.2', '1.2.3-beta.1', false],
  ['1.2.3', 'unknown', false],
])('%s beside %s counts as newer: %s', (release, running, expected) => {
  expect(isNewerVersion(release, running)).toBe(expected)
})
