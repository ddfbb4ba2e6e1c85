import { expect, test } from 'vitest'
import { runMatrix, type Cell } from './matrix.ts'

test('every fault on every operation: the right error, asked once, no socket left', async () => {
  const before = sockets()
  const cells: Cell[] = []
  await runMatrix((cell) => cells.push(cell))
  expect(cells.filter(({ isAsExpected }) => !isAsExpected)).toEqual([])
  expect(cells.length).toBeGreaterThan(900)
  await expect.poll(sockets, { timeout: 10_000 }).toBeLessThanOrEqual(before)
}, 180_000)

function sockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length
}
