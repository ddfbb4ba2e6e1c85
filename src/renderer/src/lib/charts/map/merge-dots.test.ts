import { expect, it } from 'vitest'
import { mergeDots, type Dot } from './merge-dots.ts'

const paris: Dot = { latitude: 48.9, longitude: 2.35, value: 400, name: 'Paris', code: 'FR' }
const versailles: Dot = { latitude: 48.8, longitude: 2.1, value: 100, name: 'Versailles', code: 'FR' }
const lyon: Dot = { latitude: 45.8, longitude: 4.8, value: 100, name: 'Lyon', code: 'FR' }

it('joins cities that would cover each other, at the place of the largest', () => {
  const [joined, apart, ...none] = mergeDots([paris, versailles, lyon], 0.5)
  expect(joined).toMatchObject({ x: (2.35 + 180) * 4, value: 500, code: 'FR', names: ['Paris', 'Versailles'] })
  expect(apart).toMatchObject({ value: 100, names: ['Lyon'] })
  expect(none).toEqual([])
})

it('tells them apart once the map is large enough, and joins more of them on a small one', () => {
  const count = (unit: number) => mergeDots([paris, versailles, lyon], unit).length
  expect([count(0.05), count(0.5), count(3)]).toEqual([3, 2, 1])
})

it('leaves no dot over another one, whatever their number', () => {
  const many = Array.from({ length: 900 }, (_, at): Dot => ({
    latitude: 40 + (at % 30) / 2,
    longitude: Math.floor(at / 30),
    value: 900 - at,
    name: String(at),
    code: null,
  }))
  const drawn = mergeDots(many, 1)
  const isCovered = drawn.some((dot, at) =>
    drawn.slice(at + 1).some(({ x, y, radius }) => Math.hypot(x - dot.x, y - dot.y) < radius + dot.radius),
  )
  expect(isCovered).toBe(false)
  expect(drawn.flatMap(({ names }) => names)).toHaveLength(900)
  expect(mergeDots([], 1)).toEqual([])
})
