import { AppError } from '#shared/contract/base/error.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'

/** Whether the archive has the tables that version 2 of the schema added. */
export async function hasSecondVersion(run: RunSql): Promise<boolean> {
  return (await run(sql`SELECT version >= 2 AS found FROM version`))[0]?.found === true
}

/** Shown for an archive that otherwise works. */
export const missingInFirstVersion =
  'This team archive was created by an older version of Mailroom, so it has no access log and no copies of sent messages. Ask its owner to run mailroom team-archive migrate.'

export function firstVersionError(): AppError {
  return new AppError(
    'no-access-log',
    'This archive was created by an older version of Mailroom and has no access log. Run mailroom team-archive migrate as its owner first.',
  )
}
