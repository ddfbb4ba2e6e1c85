import { expect, onTestFinished, test } from 'vitest'
import type { SheetBatch } from './sheet-book.ts'
import { SheetRows } from './sheet-rows.ts'
import { TextPool } from './text-pool.ts'

test('rows that hold only shared texts after a wide gap keep their own cells', async () => {
  const pool = await TextPool.create()
  onTestFinished(() => pool.close())
  for (const text of ['one', 'two', 'three']) pool.add(text)
  await pool.finish()
  const rows = new SheetRows(pool)
  for (const [text, column] of [257, 300, 400].entries()) {
    rows.begin(text + 1)
    rows.setShared(column, text)
  }
  rows.end()
  const batches: SheetBatch[] = []
  for await (const batch of rows.take()) batches.push(batch)
  const cells = batches.flatMap((batch) => batch.rows.map((row) => Object.entries(row)))
  expect(cells).toEqual([[['257', 'one']], [['300', 'two']], [['400', 'three']]])
  expect(batches.flatMap(({ numbers }) => numbers)).toEqual([1, 2, 3])
})
