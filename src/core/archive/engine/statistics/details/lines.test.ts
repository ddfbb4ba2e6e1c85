import { expect, it } from 'vitest'
import { Lines } from './lines.ts'

type Line = { name: string; count: number }

function counted(): Lines<Line> {
  return new Lines({
    weight: ({ count }) => count,
    join(into, { count }) {
      into.count += count
    },
  })
}

it('Lines are listed by their size, and in a fixed order where it is the same', () => {
  const lines = counted()
  for (const name of ['b', 'c', 'a', 'c']) lines.add(name, { name, count: 1 })
  expect(lines.largest(2)).toEqual({
    values: [
      { name: 'c', count: 2 },
      { name: 'a', count: 1 },
    ],
    more: 1,
  })
})

it('Lines that join another list stay as they are in their own', () => {
  const [block, total] = [counted(), counted()]
  block.add('a', { name: 'a', count: 1 })
  total.addAll(block)
  total.addAll(block)
  expect(total.largest(1).values).toEqual([{ name: 'a', count: 2 }])
  expect(block.largest(1).values).toEqual([{ name: 'a', count: 1 }])
})

it('Hundreds of thousands of lines take no more room than some thousand, and the large ones stay', () => {
  const lines = counted()
  for (let number = 0; number < 200_000; number++) {
    lines.add(String(number), { name: String(number), count: 1 })
    if (number % 10 === 0) lines.add('large', { name: 'large', count: 1 })
  }
  expect(lines.size).toBeLessThanOrEqual(20_000)
  const { values, more } = lines.largest(1000)
  expect(values[0]).toEqual({ name: 'large', count: 20_000 })
  expect(values).toHaveLength(1000)
  expect(more).toBe(200_001 - 1000)
})
