import { z } from 'zod'
import { clearLeftOvers } from '../base/folders.ts'
import { JsonFile } from '../base/json-file.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import { exportsPath } from './exports-folder.ts'
import { FileTokens } from './file-tokens.ts'
import { filesHandlers } from './files-handlers.ts'

export { exportsFolder } from './exports-folder.ts'
export type { FileTokens, TokenedFile } from './file-tokens.ts'
export { NewFolder } from './new-folder.ts'
export { writeNewFile } from './new-file.ts'
export { openCopy } from './open-copy.ts'

export async function filesRoom(ground: Ground): Promise<RoomWith<'files', FileTokens>> {
  const { ports } = ground
  await clearLeftOvers(exportsPath(ports.paths.data), ports.logger)
  const files = new FileTokens(ports.paths.data)
  const lastFolder = await JsonFile.inDataFolder<string | null>(ground, {
    name: 'last-folder.json',
    initial: null,
    read: (parsed) => z.string().nullable().parse(parsed),
  })
  return {
    service: files,
    handlers: filesHandlers({ ports, files, lastFolder }),
    keeps: {
      // A source, an upload or an archive copy may contain the person’s data, so all of them are removed.
      erase: () => files.releaseCopies(),
      size: 'too little to count',
      afterRemoval: 'keeps nothing of accounts',
    },
  }
}
