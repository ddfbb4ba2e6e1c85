import { expect, test } from 'vitest'
import { batchesOf } from './batches.ts'

type Row = Parameters<typeof batchesOf>[0][number]

const person = (address: string, change: Partial<Row> = {}): Row => ({ address, values: [], parts: [], ...change })
const many = (count: number) => Array.from({ length: count }, (_none, index) => person(`p${index}@example.com`))

test('five hundred recipients go in one call', () => {
  expect(batchesOf([])).toEqual([])
  expect(batchesOf(many(500))).toEqual([{ first: 0, recipients: 500 }])
  expect(batchesOf(many(501))).toEqual([
    { first: 0, recipients: 500 },
    { first: 500, recipients: 1 },
  ])
})

test('somebody with personal files gets a call of their own', () => {
  const rows = [person('a@b.c'), person('d@e.f', { parts: ['x'] }), person('g@h.i'), person('j@k.l')]
  expect(batchesOf(rows).map(({ recipients }) => recipients)).toEqual([1, 1, 2])
})

test('one address stands in a call once, however it is written', () => {
  expect(batchesOf([person('a@b.c'), person(' A@B.C '), person('d@e.f')])).toEqual([
    { first: 0, recipients: 1 },
    { first: 1, recipients: 2 },
  ])
})

test('large values are spread over several calls', () => {
  const large = { values: ['x'.repeat(3_000_000)] }
  expect(batchesOf([person('a@b.c', large), person('d@e.f', large), person('g@h.i')])).toEqual([
    { first: 0, recipients: 1 },
    { first: 1, recipients: 2 },
  ])
})
