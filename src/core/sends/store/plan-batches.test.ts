import { expect, test } from 'vitest'
import type { Person } from '#shared/contract/base/draft.ts'
import { planBatches } from './plan-batches.ts'

const person = (address: string, change: Partial<Person> = {}): Person => ({
  address,
  name: '',
  values: [],
  parts: [],
  ...change,
})
const plan = (rows: Person[]) =>
  planBatches({ columns: [], rows }).map(({ first, recipients }) => [first, recipients] as const)
const many = (count: number) => Array.from({ length: count }, (_, index) => person(`a${index}@x.org`))

test('a call has at most 500 recipients, and every one of them is in one call', () => {
  expect(plan([])).toEqual([])
  expect(plan(many(500))).toEqual([[0, 500]])
  expect(plan(many(1001))).toEqual([
    [0, 500],
    [500, 500],
    [1000, 1],
  ])
})

test('somebody with personal files is alone', () => {
  const parts = [crypto.randomUUID()]
  expect(plan([person('a@x.org'), person('b@x.org', { parts }), person('c@x.org'), person('d@x.org')])).toEqual([
    [0, 1],
    [1, 1],
    [2, 2],
  ])
})

test('an address is in a call once, however it is written', () => {
  expect(plan([person('a@x.org'), person('b@x.org'), person(' A@X.org '), person('b@x.org')])).toEqual([
    [0, 2],
    [2, 2],
  ])
})

test('values of many megabytes are spread over calls', () => {
  const values = Array.from({ length: 100 }, () => 'x'.repeat(20_000))
  expect(plan(many(5).map((row) => ({ ...row, values })))).toEqual([
    [0, 2],
    [2, 2],
    [4, 1],
  ])
})
