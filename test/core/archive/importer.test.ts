import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { openThread } from '#core/archive/engine/archive-thread.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { IdleThread } from '#core/archive/engine/idle-thread.ts'
import { Importer } from '#core/archive/engine/importer.ts'
import type { PreparerMethods, WriterMethods } from '#core/archive/engine/thread-methods.ts'
import { generateMessages } from './support/generate.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { temporaryFolder } from './support/open-archive.ts'

it('counts the transaction still being written when the next one cannot be prepared', async () => {
  const path = join(await temporaryFolder(), archiveFileName)
  const writer = await openThread<WriterMethods>(workerCode('archive'), { role: 'writer', path })
  onTestFinished(() => writer.close())
  const preparer = new IdleThread(() => openThread<PreparerMethods>(workerCode('archive'), { role: 'preparer' }))
  const importer = new Importer(writer, preparer)
  const slow = new Database(path)
  slow.exec('BEGIN IMMEDIATE')
  const messages = [...generateMessages({ count: 40_000 })]
  await importer.add(messages.slice(0, 16_384))
  // Calls run in order, so now the first block is prepared and waits for the file.
  await preparer.use((thread) => thread.call('prepare', []))
  await preparer.close()
  await importer.add(messages.slice(16_384))
  setTimeout(() => {
    slow.exec('COMMIT')
    slow.close()
  }, 100)
  await expect(importer.finish()).rejects.toMatchObject({ code: 'archive-closed' })
  expect(importer.total.added).toBe(16_384)
})
