import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import { clearLeftOvers } from '../base/left-overs.ts'
import type { Ground, Room } from '../base/room.ts'
import type { FileTokens } from '../files/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { FileImports } from './file-imports.ts'
import { importsHandlers } from './imports-handlers.ts'
import { clearReading } from './reading-thread.ts'

type Needs = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly jobs: Jobs
  readonly files: FileTokens
}

export async function importsRoom(needs: Needs): Promise<Room<'imports'>> {
  const { logger, paths } = needs.ports
  await clearLeftOvers(logger, () => clearReading(paths.data))
  const imports = new FileImports(needs)
  return { handlers: importsHandlers(imports), stop: () => imports.close() }
}
