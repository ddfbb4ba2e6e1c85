import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { ServerDatabase } from '../connection/server-database.ts'
import { administrationError } from './administration-error.ts'

export { grantStatements, roleNames } from '../schema/grants.ts'
export { createStatements, schemaProblem } from '../schema/create.ts'
export { administrationError } from './administration-error.ts'
export { logAccess } from '../access/log-access.ts'
export { openAccessLog } from './access-log.ts'
export { createArchive } from './create-archive.ts'
export { inspectArchive, type Inspected } from './inspect-archive.ts'
export { maintain, type Maintained } from './maintain.ts'
export { addMembers, memberStatements, readMembers, userProblem, type Members, type NewMembers } from './members.ts'
export { migrateArchive, outstandingMigration } from './migrate-archive.ts'
export { passwordInFile, passwordFilePath } from './password-file.ts'

/** Opens a connection for the duration of `work`. Failures are worded for administrators of the server. */
export async function administer<Result>(
  { server, password }: { readonly server: TeamServer; readonly password: string },
  work: (database: ServerDatabase) => Promise<Result>,
): Promise<Result> {
  const database = new ServerDatabase(server, password)
  try {
    return await work(database)
  } catch (thrown) {
    throw administrationError(thrown, server)
  } finally {
    await database.close()
  }
}
