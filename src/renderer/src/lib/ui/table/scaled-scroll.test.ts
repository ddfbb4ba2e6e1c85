import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScaledScroll } from './scaled-scroll.ts'

const row = 28
const view = 600

function scrollOf(count: number): ScaledScroll {
  const scroll = new ScaledScroll()
  scroll.resize(count, row, view)
  return scroll
}

/** Simulates a wheel turn in a browser: moves the element within its limits, then applies any correction. */
function wheel(scroll: ScaledScroll, from: number, delta: number): number {
  const physical = Math.min(scroll.height - view, Math.max(0, from + delta))
  return scroll.scrolled(physical) ?? physical
}

test('a short list is not scaled', () => {
  const scroll = scrollOf(1000)
  expect(scroll.height).toBe(28_000)
  expect(scroll.scrolled(1234)).toBeUndefined()
  expect(scroll.top).toBe(1234)
  expect(scroll.rows()).toEqual({ first: 44, end: 66 })
})

test('a place that is kept by its row comes back to the pixel', () => {
  const scroll = scrollOf(10_000)
  for (let top = 102_000; top < 103_000; top++) {
    scroll.scrollTo(top)
    expect(scroll.scrollTo((scroll.top / row) * row)).toBe(top)
    expect(scroll.resize(10_000, row, view + 1)).toBe(top)
  }
})

test('no height exceeds what every browser lays out, whatever the count', () => {
  for (const count of [1_000_000, 5_000_000, 100_000_000]) {
    expect(scrollOf(count).height).toBeLessThanOrEqual(4_000_000)
  }
})

test('the thumb at its ends shows the first and the last row', () => {
  const scroll = scrollOf(5_000_000)
  scroll.scrolled(scroll.height - view)
  expect(scroll.rows().end).toBe(5_000_000)
  scroll.scrolled(0)
  expect(scroll.rows().first).toBe(0)
})

test('the thumb in the middle shows the middle', () => {
  const scroll = scrollOf(2_000_000)
  scroll.scrolled((scroll.height - view) / 2)
  expect(scroll.rows().first).toBeGreaterThan(999_900)
  expect(scroll.rows().first).toBeLessThan(1_000_100)
})

test('the wheel moves pixel by pixel from end to end of the middle, and settling does not move the rows', () => {
  const scroll = scrollOf(3_000_000)
  let physical = scroll.scrollTo(40_000_000)
  for (let turn = 0; turn < 500; turn++) {
    const before = scroll.top
    physical = wheel(scroll, physical, 100)
    expect(scroll.top - before).toBe(100)
  }
  const top = scroll.top
  scroll.scrolled(scroll.settle())
  expect(scroll.top).toBe(top)
})

test('a jump whose event is still pending is not undone when scrolling rests', () => {
  const scroll = scrollOf(5_000_000)
  scroll.scrollTo(0)
  const jumped = scroll.rest(2_000_000)
  expect(Math.abs(jumped - 2_000_000)).toBeLessThanOrEqual(1)
  const { top } = scroll
  expect(top).toBeGreaterThan(60_000_000)
  scroll.scrolled(jumped)
  expect(scroll.top).toBe(top)
})

test('scrolling to the top by wheel never jumps, and arrives exactly', () => {
  const scroll = scrollOf(3_000_000)
  let physical = scroll.scrollTo(150_000)
  let before = scroll.top
  while (scroll.top > 0) {
    physical = wheel(scroll, physical, -100)
    expect(before - scroll.top).toBeGreaterThan(0)
    expect(before - scroll.top).toBeLessThanOrEqual(101)
    before = scroll.top
  }
  expect(physical).toBe(0)
})

test('every row can be revealed, and revealing it again moves nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, share) => {
      const scroll = scrollOf(count)
      const index = Math.floor(share * (count - 1))
      const physical = scroll.reveal(index)
      const { first, end } = scroll.rows()
      expect(index).toBeGreaterThanOrEqual(first)
      expect(index).toBeLessThan(end)
      expect(scroll.reveal(index)).toBe(physical)
      expect(physical).toBeLessThanOrEqual(Math.max(0, scroll.height - view))
    }),
  )
})

test('the top row stays in place when the density changes, and the position stays valid when rows are removed', () => {
  const scroll = scrollOf(1_000_000)
  scroll.scrollTo(500_000 * row)
  scroll.resize(1_000_000, 36, view)
  expect(scroll.rows().first).toBe(500_000)
  scroll.resize(10, 36, view)
  expect(scroll.top).toBe(0)
})
