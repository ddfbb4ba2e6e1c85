import { clearLeftOvers } from '../base/left-overs.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import { clearExports } from './exports-folder.ts'
import { FileTokens } from './file-tokens.ts'
import { filesHandlers } from './files-handlers.ts'

export { exportsFolder } from './exports-folder.ts'
export type { FileTokens } from './file-tokens.ts'

export async function filesRoom({ ports }: Ground): Promise<RoomWith<'files', FileTokens>> {
  await clearLeftOvers(ports.logger, () => clearExports(ports.paths.data))
  const files = new FileTokens()
  return { service: files, handlers: filesHandlers(ports, files) }
}
