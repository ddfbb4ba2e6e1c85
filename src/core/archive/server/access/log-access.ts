import type { AccessEntry } from '#shared/contract/base/team/access-log.ts'
import type { RunSql, ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { personHash } from '../tables/person-hash.ts'
import { hasSecondVersion } from '../tables/second-version.ts'

/** Logging is also allowed for users whose transactions are read-only by default. */
export function logAccess(database: ServerDatabase, mailroom: string, entry: AccessEntry): Promise<boolean> {
  return database.transaction(async ({ run }) => {
    await run(sql`SET TRANSACTION READ WRITE`)
    return addAccess(run, mailroom, entry)
  })
}

/**
 * Adds a line to the log, unless the archive’s owner has chosen not to log accesses of this kind or the archive has no
 * log. Returns whether a line was added. `mailroom` is the program’s name for itself.
 */
export async function addAccess(
  run: RunSql,
  mailroom: string | null,
  { kind, person, messages }: AccessEntry,
): Promise<boolean> {
  if (!(await hasSecondVersion(run))) return false
  const hash = person === undefined ? null : personHash(await saltForAnyone(run), person)
  const [line] = await run(
    sql`SELECT log_access(${kind}, ${mailroom}, decode(${hash}, 'hex'), ${messages ?? null}::bigint) AS logged`,
  )
  return line?.logged === true
}

async function saltForAnyone(run: RunSql): Promise<string> {
  return String((await run(sql`SELECT person_salt() AS salt`))[0]?.salt)
}
