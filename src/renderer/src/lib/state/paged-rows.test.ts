import { expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { PagedRows } from './paged-rows.svelte.ts'

type Options = Partial<ConstructorParameters<typeof PagedRows<number[]>>[0]>

/** Each row is its own number, in pages of ten. */
function rowsOf(count: number, options: Options = {}) {
  const source = { fails: false, read: [] as number[], held: Promise.resolve() }
  const rows = new PagedRows<number[]>({
    pageSize: 10,
    count: () => count,
    read: async (page) => {
      source.read.push(page)
      await source.held
      if (source.fails) throw new AppError('offline', 'no')
      return Array.from({ length: 10 }, (_none, place) => page * 10 + place)
    },
    ...options,
  })
  return { source, rows, rowAt: (index: number) => rows.pageOf(index)?.[index % 10] }
}

test('a page is read once, when its rows come into view, and none past the end', async () => {
  const { source, rows, rowAt } = rowsOf(35)
  rows.show(12, 29)
  rows.show(12, 39)
  await expect.poll(() => rowAt(34)).toBe(34)
  expect(source.read).toEqual([1, 2, 3])
  rows.show(30, 60)
  expect(source.read).toEqual([1, 2, 3])
  expect(rowAt(0)).toBeUndefined()
})

test('rows in view are read before those beside them, and only so many pages at a time', async () => {
  const { source, rows, rowAt } = rowsOf(100, { ahead: 10, mostAtOnce: 2 })
  rows.show(30, 49)
  expect(source.read).toEqual([3, 4])
  await expect.poll(() => rowAt(29)).toBe(29)
  await expect.poll(() => rowAt(50)).toBe(50)
  expect(source.read).toEqual([3, 4, 2, 5])
})

test('a page that failed waits for a retry', async () => {
  const { source, rows, rowAt } = rowsOf(100)
  source.fails = true
  rows.show(0, 5)
  await expect.poll(() => rows.error).toEqual(new AppError('offline', 'no'))
  rows.show(0, 6)
  expect(source.read).toEqual([0])
  source.fails = false
  rows.retry()
  await expect.poll(() => rowAt(0)).toBe(0)
  expect(rows.error).toBeNull()
})

test('replacing the rows drops pages being read, and reads the rows in view again', async () => {
  const { source, rows, rowAt } = rowsOf(100, { mostAtOnce: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  source.held = promise
  rows.show(20, 25)
  rows.replace({ 0: [7] })
  source.held = Promise.resolve()
  resolve()
  await expect.poll(() => rowAt(20)).toBe(20)
  expect(source.read).toEqual([2, 2])
  expect(rowAt(0)).toBe(7)
})

test('nothing more is read once the list is left, even if a page arrives late', async () => {
  const { source, rows } = rowsOf(100, { mostAtOnce: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  source.held = promise
  rows.show(20, 45)
  rows.close()
  resolve()
  await new Promise((done) => setTimeout(done))
  expect(source.read).toEqual([2])
})

test('nothing is read while another question is on its way', async () => {
  let busy = true
  const { source, rows, rowAt } = rowsOf(100, { mayRead: () => !busy })
  rows.show(0, 5)
  expect(source.read).toEqual([])
  busy = false
  rows.fill()
  await expect.poll(() => rowAt(5)).toBe(5)
})

test('the pages farthest from the view go first, the pinned one never', async () => {
  const { rows, rowAt } = rowsOf(1000, { mostKept: 10, pinned: () => 7 })
  for (let index = 0; index < 500; index += 10) await rows.load(index)
  expect(rowAt(7)).toBe(7)
  expect(rowAt(17)).toBeUndefined()
  expect(rowAt(495)).toBe(495)
  expect(Object.keys(rows.pages).length).toBeLessThanOrEqual(11)
})

test('with a rest time, only the rows where the view comes to rest are read', async () => {
  const { source, rows, rowAt } = rowsOf(1000, { restMilliseconds: 20 })
  for (let index = 0; index < 500; index += 10) rows.show(index, index + 5)
  await expect.poll(() => rowAt(490)).toBe(490)
  expect(source.read).toEqual([49])
})
