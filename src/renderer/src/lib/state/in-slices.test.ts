import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'

function* steps(count: number, done: number[]): Generator<void, string> {
  for (let at = 0; at < count; at++) {
    done.push(at)
    yield
  }
  return 'the end'
}

test('work begins with a single piece, so that it does not lengthen the task that starts it', async () => {
  const done: number[] = []
  const work = inSlices(steps(50, done))
  expect(done).toEqual([0])
  expect(await work).toBe('the end')
  expect(done).toHaveLength(50)
})

test('work of one piece ends at once, and work that nobody waits for goes no further', async () => {
  expect(await inSlices(steps(0, []))).toBe('the end')
  const done: number[] = []
  expect(await inSlices(steps(50, done), () => true)).toBeUndefined()
  expect(done).toEqual([0])
})
