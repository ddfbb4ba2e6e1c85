import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Archive, type ArchiveOptions } from '#core/archive/engine/archive.ts'
import { systemClock } from '#core/node/system-clock.ts'
import type { Logger } from '#core/base/ports.ts'
import { workerCode } from '#test/support/worker-code.ts'

export const silentLogger: Logger = { log: () => undefined, setLevel: () => undefined }

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An archive in a temporary folder, closed and removed when the test ends. */
export async function openArchive(options: Partial<ArchiveOptions> = {}): Promise<Archive> {
  const folder = options.folder ?? (await temporaryFolder())
  const archive = await Archive.open({
    folder,
    worker: workerCode('archive'),
    logger: silentLogger,
    clock: systemClock,
    ...options,
  })
  onTestFinished(() => archive.close().catch(() => undefined))
  return archive
}
