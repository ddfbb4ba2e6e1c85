import { archiveFiles } from './file/archive-files.ts'
import type { Salvaged } from './store/salvage.ts'

type Openable = {
  readonly reader: { close(): Promise<void> }
  readonly writer: { call(name: 'salvage', damagedFile: string): Promise<Salvaged>; close(): Promise<void> }
}

/**
 * Moves a damaged file aside and opens a new archive with the settings and erased people that can still be read from
 * it. If this fails, for example on a full disk, the damaged file is moved back, so that the next attempt reads them.
 */
export async function replaceDamaged<Channels extends Openable>(
  path: string,
  now: number,
  open: () => Promise<Channels>,
): Promise<{ channels: Channels; damagedFile: string; salvaged: Salvaged }> {
  const damagedFile = await archiveFiles.moveAside(path, now)
  try {
    const channels = await open()
    try {
      return { channels, damagedFile, salvaged: await channels.writer.call('salvage', damagedFile) }
    } catch (error) {
      await channels.reader.close().catch(() => undefined)
      await channels.writer.close().catch(() => undefined)
      throw error
    }
  } catch (error) {
    await archiveFiles.moveBack(damagedFile, path)
    throw error
  }
}
