import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordSet } from '#core/base/packs/record-set.ts'
import { ExportPart } from '#core/exports/file/export-part.ts'
import { PauseGate } from '#core/exports/file/pause-gate.ts'
import { ExportProgress } from '#core/exports/file/progress.ts'
import { writeArchive } from '#core/exports/source/archive-source.ts'
import type { ExportContentNeeds } from '#core/exports/source/content.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive, temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { everything, layoutOf } from './support/exporting.ts'

/** A record set that loses its last record during the export, so that a second count returns one less. */
function lossy(set: RecordSet): RecordSet {
  let asked = 0
  return Object.create(set, { size: { get: () => (asked++ === 0 ? set.size : set.size - 1) } }) as RecordSet
}

test.each(['csv', 'json', 'xlsx'] as const)('a %s file with fewer rows than were read fails', async (format) => {
  const [archive, folder] = [await openArchive(), await temporaryFolder()]
  await archive.import([...generateMessages({ count: 20 })])
  const port = Object.assign(Object.create(archive) as typeof archive, {
    count: archive.count.bind(archive),
    horizon: () => archive.horizon(),
    async *recordSets(...asked: Parameters<typeof archive.recordSets>) {
      for await (const set of archive.recordSets(...asked)) yield lossy(set)
    },
  })
  const needs = {
    archives: { of: () => Promise.resolve(port) },
    ports: testPorts(folder),
  } as unknown as ExportContentNeeds
  const gate = new PauseGate()
  const progress = new ExportProgress({ clock: systemClock, pausedNote: '' })
  const { signal } = new AbortController()
  const part = await ExportPart.open(join(folder, 'x.part'), { gate, progress, signal, mode: 0o600 })
  const choice = { accountId: 'shop', what: everything, layout: layoutOf(format), now: Date.now() }
  await expect(writeArchive(choice, { part, gate, progress, signal }, needs)).rejects.toMatchObject({
    code: 'wrong-row-count',
  })
  await part.remove()
})
