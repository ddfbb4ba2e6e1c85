import type { AccessFilter } from '#shared/contract/team.ts'
import type { AccessChoice } from '#shared/contract/base/team/access-log.ts'
import type { PagesOptions } from '../access/each-page.ts'
import { accessPages, chooseLogged, loggedAccess } from '../access/read-access.ts'
import type { RunSql, ServerDatabase } from '../connection/server-database.ts'
import { firstVersionError } from '../tables/second-version.ts'
import { findArchive } from './find-archive.ts'

/** Opens an archive’s access log for its owner. */
export async function openAccessLog(database: ServerDatabase) {
  if ((await findArchive(database)) < 2) throw firstVersionError()
  const run: RunSql = (statement) => database.query(statement)
  return {
    logged: await loggedAccess(run),
    choose: (choice: AccessChoice) => chooseLogged(run, choice),
    pages: (filter: AccessFilter, options: PagesOptions) => accessPages(database, filter, options),
  }
}
