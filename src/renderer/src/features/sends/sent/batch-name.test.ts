import { expect, test } from 'vitest'
import { english } from '#shared/domain/base/plural.ts'
import { batchName, refusedRuns } from './batch-name.ts'

test('a call is named by its recipients', () => {
  expect(batchName(english, { first: 500, recipients: 500 })).toBe('Recipients 501 to 1,000')
  expect(batchName(english, { first: 1000, recipients: 1 })).toBe('Recipient 1,001')
})

test('calls in a row that were refused for one reason are one line', () => {
  const [busy, invalid] = ['The service is busy.', 'That is not an address.']
  const refused = [
    { id: 'c', first: 1000, recipients: 500, problem: busy },
    { id: 'a', first: 0, recipients: 500, problem: busy },
    { id: 'b', first: 500, recipients: 500, problem: busy },
    { id: 'e', first: 2001, recipients: 1, problem: invalid },
    { id: 'd', first: 2000, recipients: 1, problem: busy },
  ]
  expect(refusedRuns(refused)).toEqual([
    { id: 'a', first: 0, recipients: 1500, problem: busy },
    { id: 'd', first: 2000, recipients: 1, problem: busy },
    { id: 'e', first: 2001, recipients: 1, problem: invalid },
  ])
})
