import { expect, test } from 'vitest'
import { failureOf } from './send-failures.ts'

test.each([
  [{ delivered: 3, deferred: 1, 'call:sent': 2, complaint: 1 }, null],
  [{}, null],
  [{ filtered: 12 }, { count: 12, word: 'filtered' }],
  [
    { delivered: 3, softbounced: 1, hardbounced: 2 },
    { count: 3, word: 'bounced' },
  ],
  [{ error: 2 }, { count: 2, word: 'failed' }],
  [
    { rejected: 1, filtered: 2 },
    { count: 3, word: 'failed' },
  ],
])('of recipients in %j it is said that %j', (counts, failure) => {
  expect(failureOf(counts)).toEqual(failure)
})
