import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RangePace } from './range-pace.ts'

let emitted: (readonly [number, number])[]
let pace: RangePace
const show = (first: number) => pace.show(first, first + 30, 1_000_000)
const starts = () => emitted.map(([first]) => first)

beforeEach(() => {
  vi.useFakeTimers()
  emitted = []
  pace = new RangePace((first, last) => emitted.push([first, last]))
  show(0)
})
afterEach(() => vi.useRealTimers())

test('scrolling fetches at once, and so does a single jump', () => {
  show(10)
  show(25)
  show(800_000)
  expect(starts()).toEqual([0, 4, 19, 799_994])
})

test('a drag past screen after screen fetches only the rows where it ends', () => {
  for (let first = 1000; first <= 20_000; first += 1000) {
    show(first)
    vi.advanceTimersByTime(16)
  }
  expect(starts()).toEqual([0, 994])
  vi.advanceTimersByTime(200)
  expect(starts()).toEqual([0, 994, 19_994])
})

test('a drag that slows down to scrolling fetches at once again', () => {
  show(1000)
  show(5000)
  show(5010)
  expect(starts()).toEqual([0, 994, 5004])
  vi.advanceTimersByTime(200)
  expect(starts()).toEqual([0, 994, 5004])
})

test('a table that is taken down fetches nothing more', () => {
  show(1000)
  show(5000)
  pace.stop()
  vi.advanceTimersByTime(200)
  expect(starts()).toEqual([0, 994])
})

test('a few rows around those drawn are fetched, within the bounds of the list', () => {
  pace.show(40, 70, 1000)
  pace.show(60, 90, 92)
  expect(emitted).toEqual([
    [0, 35],
    [34, 75],
    [54, 91],
  ])
})
