import { expect, test } from 'vitest'
import { addReport, noteUnderWay, noteNameOf, readHistory } from '#core/imports/import-history.ts'
import type { ImportReport } from '#shared/contract/imports.ts'
import { openArchive } from '../archive/support/open-archive.ts'

const report = (jobId: string): ImportReport => ({
  jobId,
  name: `${jobId}.csv`,
  kind: 'csv',
  state: 'whole',
  reason: '',
  endedAt: 1,
  added: 2,
  changed: 0,
  unchanged: 0,
  erased: 0,
  tooOld: 0,
  setAside: 0,
  examples: [],
})

test('imports of several members that end at the same time are all listed and counted', async () => {
  const archive = await openArchive()
  const jobs = ['one', 'other', 'third']
  const add = async (jobId: string) => {
    const noteName = noteNameOf(jobId, true)
    await noteUnderWay(archive, noteName, report(jobId))
    await addReport(archive, noteName, report(jobId))
    return archive.setting(noteName)
  }
  expect(await Promise.all(jobs.map(add))).toEqual([null, null, null])
  const { added, files, reports } = await readHistory(archive)
  expect({ added, files }).toEqual({ added: 6, files: 3 })
  expect(reports.map(({ jobId }) => jobId).sort()).toEqual(jobs.toSorted())
})
