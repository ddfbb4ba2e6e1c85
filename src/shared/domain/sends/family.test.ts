import { expect, test } from 'vitest'
import { rangesOf, reachOf, rowsIn, type Member } from './family.ts'

const first: Member = {
  state: 'sent',
  createdAt: 1,
  rows: null,
  batches: [
    { first: 0, recipients: 2, state: 'sent' },
    { first: 2, recipients: 2, state: 'refused' },
    { first: 4, recipients: 1, state: 'unknown' },
  ],
}

test('runs of rows are read as they were written', () => {
  const rows = [1, 2, 3, 7, 9, 10]
  expect(rangesOf(rows)).toEqual([
    [1, 3],
    [7, 1],
    [9, 2],
  ])
  expect([...rowsIn(rangesOf(rows))]).toEqual(rows)
})

test('the last send that took somebody says what became of them', () => {
  expect(reachOf([first], []).get(2)).toBe('refused')
  const rest: Member = {
    state: 'sending',
    createdAt: 2,
    rows: [[3, 1]],
    batches: [{ first: 0, recipients: 1, state: 'waiting' }],
  }
  const reach = reachOf([rest, first], [])
  expect([...reach.values()]).toEqual(['sent', 'sent', 'refused', 'open', 'unknown'])
  expect(reachOf([first, { ...rest, state: 'stopped' }], []).get(3)).toBe('waiting')
})

test('somebody whom a removed send has reached is not written to again', () => {
  expect(reachOf([first], [[2, 1]]).get(2)).toBe('sent')
})
