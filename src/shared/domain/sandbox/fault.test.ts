import { expect, test } from 'vitest'
import { faultKinds } from '../../contract/base/faults.ts'
import { matchesPath, readFault } from './fault.ts'

test('a pattern matches whole paths, with * for any run', () => {
  expect(matchesPath('*', '/messages/send')).toBe(true)
  expect(matchesPath('/messages/send', '/messages/send')).toBe(true)
  expect(matchesPath('/messages', '/messages/send')).toBe(false)
  expect(matchesPath('/export/*/delta', '/export/json/delta')).toBe(true)
  expect(matchesPath('/export/*/delta', '/export/delta')).toBe(false)
  expect(matchesPath('/a*a', '/a')).toBe(false)
})

test('every kind is read with its defaults, and a bad field is named', () => {
  for (const { kind } of faultKinds) expect(readFault({ kind })).toEqual({ fault: { kind, path: '*' } })
  expect(readFault({ kind: 'status', path: '/users/*', status: 429, retryAfter: 3, probability: 0.5 })).toEqual({
    fault: { kind: 'status', path: '/users/*', status: 429, retryAfter: 3, probability: 0.5 },
  })
  expect(readFault({ kind: 'status', status: 'x' })).toEqual({
    error: '"status" must be a whole number from 200 to 599.',
  })
  expect(readFault({ kind: 'status', location: 'a\r\nb' })).toEqual({
    error: '"location" must be one line of at most 2000 characters.',
  })
  expect(readFault({ kind: 'nothing' })).toHaveProperty('error')
  expect(readFault([])).toHaveProperty('error')
})
