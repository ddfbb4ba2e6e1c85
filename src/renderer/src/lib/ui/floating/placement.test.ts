import { expect, test } from 'vitest'
import { place } from './placement.ts'

const view = { width: 1000, height: 600 }

test('below its anchor, aligned with its start', () => {
  expect(place({ x: 100, y: 50, width: 80, height: 28 }, { width: 200, height: 300 }, view)).toMatchObject({
    x: 100,
    y: 82,
  })
})

test('flips to the side with more room, and never beyond the window', () => {
  const anchor = { x: 100, y: 500, width: 80, height: 28 }
  expect(place(anchor, { width: 200, height: 300 }, view).y).toBe(196)
  const tall = place(anchor, { width: 200, height: 2000 }, view)
  expect(tall.maxHeight).toBe(488)
  expect(tall.y).toBe(8)
})

test('a form covers its anchor instead of scrolling, and scrolls only in a window smaller than itself', () => {
  const anchor = { x: 100, y: 280, width: 80, height: 28 }
  const form = place(anchor, { width: 200, height: 400 }, view, { mayCover: true })
  expect(form).toMatchObject({ y: 192, maxHeight: 584 })
  expect(place(anchor, { width: 200, height: 900 }, view, { mayCover: true })).toMatchObject({ y: 8, maxHeight: 584 })
})

test('stays inside the window at both ends', () => {
  expect(place({ x: 950, y: 50, width: 40, height: 28 }, { width: 200, height: 100 }, view).x).toBe(792)
  const end = place({ x: 10, y: 50, width: 40, height: 28 }, { width: 200, height: 100 }, view, { align: 'end' })
  expect(end.x).toBe(8)
})

test('beside its anchor, for a submenu or an inspector hint', () => {
  const beside = place({ x: 800, y: 50, width: 150, height: 28 }, { width: 200, height: 100 }, view, { side: 'right' })
  expect(beside).toMatchObject({ x: 596, y: 50 })
})
