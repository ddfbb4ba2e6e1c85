import { expect, it } from 'vitest'
import { boxOf, fillingView, isInside, middleOf, pointOf, wholeView, world, zoomed } from './map-view.ts'
import { shapes } from './countries.ts'

const wide = { width: 1440, height: 580 }
const high = { width: 1000, height: 650 }
const europe = { x: 760, y: 160 }

it('shows the whole world in a room of its form, and fills one of another form', () => {
  expect(boxOf(fillingView(wide, europe), wide)).toEqual(world)
  const box = boxOf(fillingView(high, europe), high)
  expect(box.height).toBeCloseTo(world.height)
  expect(box.width).toBeLessThan(world.width)
  expect(middleOf(box).x).toBeCloseTo(europe.x)
})

it('keeps the whole world in the middle of a room that it does not fill', () => {
  const box = boxOf(wholeView(), high)
  expect(box.width).toBeCloseTo(world.width)
  expect(box.y + box.height / 2).toBeCloseTo(world.y + world.height / 2)
})

it('never leaves the world while it is zoomed in', () => {
  for (const at of [
    { x: -500, y: 0 },
    { x: 3000, y: 900 },
  ]) {
    const box = boxOf({ ...at, zoom: 4 }, wide)
    expect(box.x).toBeGreaterThanOrEqual(world.x)
    expect(box.x + box.width).toBeLessThanOrEqual(world.x + world.width)
    expect(box.y + box.height).toBeLessThanOrEqual(world.y + world.height)
  }
})

it('zooms around a point, which stays where it is on screen, and no farther than shapes are fine', () => {
  const before = boxOf({ ...europe, zoom: 2 }, wide)
  const after = boxOf(zoomed({ ...europe, zoom: 2 }, 2, wide, { x: 700, y: 140 }), wide)
  const place = ({ x, y, width, height }: typeof world) => [(700 - x) / width, (140 - y) / height]
  expect(place(after)[0]).toBeCloseTo(place(before)[0]!)
  expect(place(after)[1]).toBeCloseTo(place(before)[1]!)
  expect(zoomed({ ...europe, zoom: 16 }, 2, wide).zoom).toBe(16)
  expect(zoomed({ ...europe, zoom: 1 }, 0.5, wide).zoom).toBe(1)
})

it('finds a country at its largest part', () => {
  const mainland = { x: 690, y: 150, width: 60, height: 50 }
  expect(isInside(pointOf(shapes['FR']!), mainland)).toBe(true)
})
