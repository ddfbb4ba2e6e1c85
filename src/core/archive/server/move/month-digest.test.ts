import { expect, test } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { firstRowOf } from '../../engine/record/row-number.ts'
import { isSameSum, MonthDigest, MonthDigests, type MonthSum } from './month-digest.ts'

const message: Message = {
  id: 'a',
  email: 'jane@example.org',
  from: 'shop@example.org',
  subject: 'Your order',
  apiKey: 'key',
  size: 1,
  createdDate: 1,
  lastStateDate: 1,
  lastState: 'delivered',
  tags: [],
  open: 0,
  click: 0,
}

function sumOf(...records: readonly (readonly [number, Message])[]): MonthSum {
  const digest = new MonthDigest()
  for (const [row, record] of records) digest.add(row, record)
  return digest.sum()
}

test('a digest is the same for the same records only, in whatever order their fields are', () => {
  const other = { ...message, id: 'b' }
  const whole = sumOf([1, message], [2, other])
  const { id, ...rest } = message
  expect(isSameSum(whole, sumOf([1, { ...rest, id }], [2, other]))).toBe(true)
  const different = [
    sumOf([1, message]),
    sumOf([1, other], [2, message]),
    sumOf([1, message], [3, other]),
    sumOf([1, { ...message, meta: null }], [2, other]),
    sumOf([1, { ...message, reason: null }], [2, other]),
    sumOf([1, { ...message, tags: ['x'] }], [2, other]),
    sumOf([1, { ...message, subject: 'Your order\0' }], [2, other]),
    sumOf([1, { ...message, openDetails: [] }], [2, other]),
  ]
  for (const each of different) expect(isSameSum(whole, each)).toBe(false)
  expect(isSameSum(undefined, undefined)).toBe(false)
})

test('records are counted by their months', () => {
  const digests = new MonthDigests()
  const rows = [Date.UTC(1990, 1), Date.UTC(2025, 0, 31), Date.UTC(2025, 1), Date.UTC(2025, 1, 28), Date.UTC(2200, 0)]
  for (const at of rows) digests.add(firstRowOf(at / 1000), message)
  expect([...digests.sums()].map(([name, { records }]) => [name, records])).toEqual([
    ['before', 1],
    ['2025_01', 1],
    ['2025_02', 2],
    ['after', 1],
  ])
})
