import { expect, test } from 'vitest'
import { rotationAdvice } from './rotation-advice.ts'

const oldKey = { enabled: true, isOwn: false, otherAccounts: [] as string[] }
const day = 86_400_000
const known = { oldKey, hasNewKey: true, since: { old: 3, new: 2 }, oldLastUse: 10 * day, completeUntil: 10.5 * day }

test('while programs still use the old key, it must not be disabled', () => {
  expect(rotationAdvice(known)).toBe('Both keys are in use. Wait until the old one is no longer used.')
  expect(rotationAdvice({ ...known, since: { old: 3, new: 0 } })).toMatch(/^The old key is still in use/)
  expect(rotationAdvice({ ...known, completeUntil: null })).toMatch(/^Both keys are in use/)
})

test('an old key that was used after the rotation began can be disabled once it has not been used for a day', () => {
  const text = 'The old key was not used in the 24 hours before the last sync. You can disable it now.'
  expect(rotationAdvice({ ...known, completeUntil: 11 * day })).toBe(text)
  expect(rotationAdvice({ ...known, since: { old: 0, new: 2 } })).toMatch(/^Only the new key is in use/)
})

test('the last use of the old key does not count before the new one was used', () => {
  const unused = { ...known, completeUntil: 20 * day, since: { old: 3, new: 0 } }
  expect(rotationAdvice(unused)).toMatch(/^The old key is still in use/)
  expect(rotationAdvice({ ...unused, since: { old: 0, new: 0 } })).toMatch(/^Neither key has been used/)
})

test('an old key that Mailroom uses is named first', () => {
  expect(rotationAdvice({ ...known, oldKey: { ...oldKey, isOwn: true } })).toMatch(/^Mailroom itself still signs in/)
  const others = { ...oldKey, otherAccounts: ['Shop', 'News'] }
  expect(rotationAdvice({ ...known, oldKey: others })).toContain('the old key: Shop, News.')
  expect(rotationAdvice({ ...known, oldKey: { ...oldKey, enabled: false } })).toMatch(/rotation is complete\.$/)
})
