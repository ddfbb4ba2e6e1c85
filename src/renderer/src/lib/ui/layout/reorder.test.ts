import { expect, test } from 'vitest'
import { movedTo } from './reorder.ts'

const order = ['days', 'tags', 'domains', 'hours']

test('an item takes the place of the one it is moved to, from either side', () => {
  expect(movedTo(order, 'hours', 'tags')).toEqual(['days', 'hours', 'tags', 'domains'])
  expect(movedTo(order, 'days', 'domains')).toEqual(['tags', 'domains', 'days', 'hours'])
  expect(movedTo(order, 'days', 'days')).toEqual(order)
  expect(movedTo(order, 'days', 'unknown')).toEqual(order)
})
