import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ExportPart } from '#core/exports/file/export-part.ts'
import { PauseGate } from '#core/exports/file/pause-gate.ts'
import { ExportProgress } from '#core/exports/file/progress.ts'
import { writeArchive } from '#core/exports/source/archive-source.ts'
import type { Needs } from '#core/exports/source/content.ts'
import { systemClock } from '#core/node/system-clock.ts'
import type { StoredMessage } from '#shared/domain/messages/record.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive, temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { everything, layoutOf } from './support/exporting.ts'

/** Messages that lose their first one on the way to a row. */
class Lossy extends Array<StoredMessage> {
  override map<Row>(rowOf: (message: StoredMessage, at: number, all: StoredMessage[]) => Row): Row[] {
    return Array.from(this.slice(1), (message, at) => rowOf(message, at, this))
  }
}

test.each(['csv', 'json', 'xlsx'] as const)('a %s file with fewer rows than were read fails', async (format) => {
  const [archive, folder] = [await openArchive(), await temporaryFolder()]
  await archive.import([...generateMessages({ count: 20 })])
  const port = Object.assign(Object.create(archive) as typeof archive, {
    count: archive.count.bind(archive),
    horizon: () => archive.horizon(),
    async *stream(...asked: Parameters<typeof archive.stream>) {
      for await (const messages of archive.stream(...asked)) yield Lossy.from(messages)
    },
  })
  const needs = { archives: { of: () => Promise.resolve(port) }, ports: testPorts(folder) } as unknown as Needs
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
