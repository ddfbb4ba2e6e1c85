import { expect, test } from 'vitest'
import { RowSlots } from './row-slots.ts'

const keys = (slots: RowSlots, first: number, end: number) => slots.show(first, end).map(({ key }) => key)
const indexes = (slots: RowSlots, first: number, end: number) => slots.show(first, end).map(({ index }) => index)

test('a row that stays in view keeps its element, and one that leaves passes its element to the one that comes', () => {
  const slots = new RowSlots()
  const before = slots.show(10, 14)
  const after = slots.show(11, 15)
  expect(after.map(({ index }) => index)).toEqual([11, 12, 13, 14])
  expect(after.slice(0, 3).map(({ key }) => key)).toEqual(before.slice(1).map(({ key }) => key))
  expect(after[3]?.key).toBe(before[0]?.key)
})

test('a jump in either direction leaves every element in place', () => {
  const slots = new RowSlots()
  slots.show(0, 5)
  const before = keys(slots, 3, 8)
  expect(keys(slots, 700_000, 700_005)).toEqual(before)
  expect(keys(slots, 20, 25)).toEqual(before)
  expect(indexes(slots, 20, 25)).toEqual([20, 21, 22, 23, 24])
})

test('no element is used twice, however the view moves', () => {
  const slots = new RowSlots()
  let state = 7
  const random = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  for (let round = 0; round < 2000; round++) {
    const first = random(200)
    const shown = keys(slots, first, first + random(40))
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown.every((key) => key >= 0)).toBe(true)
  }
})
