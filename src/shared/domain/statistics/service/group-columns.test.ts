import { expect, it } from 'vitest'
import { finished } from '../../base/finished.ts'
import { noCounters } from '../counters.ts'
import { columnsOf, readGroupColumns } from './group-columns.ts'

it('has the same lines again, with the states that each has', () => {
  const values = [
    { ...noCounters(), value: 'gmail.com', messages: 5, states: { delivered: 4, hardbounced: 1 }, open: 3, opened: 2 },
    { ...noCounters(), value: '', messages: 2, states: { rejected: 2 }, click: 1, clicked: 1 },
    { ...noCounters(), value: '__proto__' },
  ]
  expect(finished(readGroupColumns(columnsOf({ values, more: 7 })))).toEqual({ values, more: 7 })
  expect(finished(readGroupColumns(columnsOf({ values: [], more: 0 })))).toEqual({ values: [], more: 0 })
})

it('can be interrupted while 50,000 lines are read', () => {
  const values = Array.from({ length: 50_000 }, (_, at) => ({ ...noCounters(), value: `shop-${at}.example` }))
  expect([...readGroupColumns(columnsOf({ values, more: 0 }))]).toHaveLength(25)
})
