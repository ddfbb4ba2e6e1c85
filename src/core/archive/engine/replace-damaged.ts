import type { Logger } from '../../base/ports.ts'
import { archiveFiles } from './file/archive-files.ts'
import type { Salvaged } from './store/salvage.ts'

type Writer = { call(name: 'salvage', damagedFile: string): Promise<Salvaged>; close(): Promise<void> }

type Tools = {
  readonly now: number
  readonly logger: Logger
  /** Opens a new archive at this path. */
  readonly open: (path: string) => Promise<Writer>
}

/**
 * Moves a damaged file aside and puts a new archive in its place, with the settings and erased people that can still be
 * read from it. The new archive is complete before the damaged file is moved. If the disk is full or the process ends,
 * the next attempt therefore reads them again.
 */
export async function replaceDamaged(path: string, tools: Tools): Promise<{ damagedFile: string; salvaged: Salvaged }> {
  const salvaged = await prepareReplacement(path, tools)
  const damagedFile = await archiveFiles.moveAside(path, tools.now)
  await archiveFiles.settleReplacement(path, tools.now)
  tools.logger.log('error', 'The archive file is damaged and was set aside.', {
    keptAs: damagedFile,
    recovered: salvaged,
  })
  return { damagedFile, salvaged }
}

async function prepareReplacement(path: string, { logger, open }: Tools): Promise<Salvaged> {
  await archiveFiles.removeReplacement(path)
  const writer = await open(archiveFiles.replacementOf(path))
  try {
    const salvaged = await writer.call('salvage', path)
    await writer.close()
    return salvaged
  } catch (error) {
    await writer.close().catch(() => undefined)
    await archiveFiles.removeReplacement(path)
    // Only a failure of the disk passes. Any other would keep the account from opening for good.
    if ((error as { code?: unknown }).code === 'disk') throw error
    logger.log('error', 'Nothing could be copied from the damaged archive file.', { reason: String(error) })
    return { settings: false, erased: false, hadImports: false }
  }
}
