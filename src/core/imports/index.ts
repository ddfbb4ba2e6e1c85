import { clearLeftOvers } from '../base/folders.ts'
import { keepsNothing } from '../base/keeps.ts'
import type { Room } from '../base/room.ts'
import { FileImports, type ImportNeeds } from './file-imports.ts'
import { importsHandlers } from './imports-handlers.ts'
import { readingFolder } from './reading-thread.ts'

export { ReadingThread } from './reading-thread.ts'
export type { TablePart } from './table-rows.ts'

export async function importsRoom(needs: ImportNeeds): Promise<Room<'imports'>> {
  const { logger, paths } = needs.ports
  await clearLeftOvers(readingFolder(paths.data), logger)
  const imports = new FileImports(needs)
  return {
    handlers: importsHandlers(imports),
    // Nothing is kept here, because notes about imported files are stored in the archive.
    keeps: keepsNothing,
    start: () => imports.explainInterrupted(),
    stop: () => imports.close(),
  }
}
