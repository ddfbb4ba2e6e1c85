import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { writeReport } from '#core/reports/document/report-files.ts'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { createDataFolder } from '#test/support/data-folder.ts'

test('a report of which only some tables could be written leaves no folder', async () => {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const tables = ['01 Summary.csv', '02 Tags.csv'].map((name) => ({ name, content: Buffer.from('Name') }))
  const stop = watchFiles(({ name, path }) =>
    name === 'open' && path.includes('02 Tags') ? fileFailure('ENOSPC') : null,
  )
  onTestFinished(stop)
  const writing = writeReport({ name: 'Report', tables }, folder.path, new AbortController().signal)
  await expect(writing).rejects.toMatchObject({ code: 'disk' })
  expect(await readdir(folder.path)).toEqual([])
})
