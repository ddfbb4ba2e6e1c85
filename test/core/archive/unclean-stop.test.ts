import { join } from 'node:path'
import { expect, it } from 'vitest'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { openThread } from '#core/archive/engine/archive-thread.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import type { WriterMethods } from '#core/archive/engine/thread-methods.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { temporaryFolder } from './support/open-archive.ts'

it('an unclean stop is reported by the next start if the current one failed to open the archive', async () => {
  const path = join(await temporaryFolder(), archiveFileName)
  const stopped = new Database(path)
  migrate(stopped)
  new ArchiveWriter(stopped).setSetting('open', true)
  stopped.close()
  const open = () => openThread<WriterMethods>(workerCode('archive'), { role: 'writer', path })
  // Simulates a reader thread that could not be started.
  await (await open()).close()
  const next = await open()
  expect(await next.call('opened')).toEqual({ uncleanStop: true })
  await next.close()
  const afterwards = await open()
  expect(await afterwards.call('opened')).toEqual({ uncleanStop: false })
  await afterwards.close()
})
