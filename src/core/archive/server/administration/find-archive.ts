import { AppError } from '#shared/contract/base/error.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { serverError } from '../connection/server-errors.ts'

/**
 * Returns the version of the archive’s schema. Checks the user’s rights first, because a user without rights to the
 * schema would otherwise be told that a table is missing.
 */
export async function findArchive(database: ServerDatabase): Promise<number> {
  const { schema, user } = database.server
  const found = await database.first(sql`
    SELECT has_schema_privilege(oid, 'USAGE') AS usable,
      EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = pg_namespace.oid AND relname = 'version') AS has_version
    FROM pg_namespace WHERE nspname = ${schema}`)
  if (found?.has_version !== true) throw serverError({ code: '3F000' }, database.server)
  if (found.usable !== true) {
    throw new AppError(
      'archive-not-granted',
      `The user ${user} is not allowed to use the team archive in the schema ${schema}. An administrator can allow it with mailroom team-archive grants --writer ${user}.`,
    )
  }
  const row = await database.first(sql`SELECT version FROM version`)
  if (!row) throw serverError({ code: '3F000' }, database.server)
  return Number(row.version)
}
