import { expect, test } from 'vitest'
import { english } from '#shared/domain/base/plural.ts'
import { batchName } from './batch-name.ts'

test('a call is named by its recipients', () => {
  expect(batchName(english, { first: 500, recipients: 500 })).toBe('Recipients 501 to 1,000')
  expect(batchName(english, { first: 1000, recipients: 1 })).toBe('Recipient 1,001')
})
