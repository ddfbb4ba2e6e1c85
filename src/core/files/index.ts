import { clearLeftOvers } from '../base/folders.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import { exportsPath } from './exports-folder.ts'
import { FileTokens } from './file-tokens.ts'
import { filesHandlers } from './files-handlers.ts'

export { exportsFolder } from './exports-folder.ts'
export type { FileTokens, TokenedFile } from './file-tokens.ts'

export async function filesRoom({ ports }: Ground): Promise<RoomWith<'files', FileTokens>> {
  await clearLeftOvers(exportsPath(ports.paths.data), ports.logger)
  const files = new FileTokens()
  return { service: files, handlers: filesHandlers(ports, files) }
}
