import { expect, test } from 'vitest'
import { isDeep } from '#test/support/deep/is-deep.ts'
import { cases } from './expected.ts'
import { runMatrix, type Cell } from './matrix.ts'
import { operations } from './operations.ts'

const title = isDeep
  ? 'every fault on every operation'
  : 'every fault on a quarter of the operations, each of which meets a fault'

test(`${title}: the right error, one call, no open socket`, async () => {
  const before = sockets()
  const cells: Cell[] = []
  await runMatrix((cell) => cells.push(cell), { each: isDeep ? 1 : 4 })
  expect(cells.filter(({ isAsExpected }) => !isAsExpected)).toEqual([])
  expect(cells.length).toBeGreaterThan(isDeep ? 900 : 225)
  expect(new Set(cells.map(({ fault }) => fault)).size).toBe(cases.length)
  expect(new Set(cells.map(({ operation }) => operation)).size).toBe(operations.length)
  await expect.poll(sockets).toBeLessThanOrEqual(before)
}, 180_000)

function sockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length
}
