import type { ServerDatabase } from '../connection/server-database.ts'
import { notGrantedError, schemaAccess } from '../connection/schema-access.ts'
import { sql } from '../connection/sql.ts'
import { serverError } from '../connection/server-errors.ts'

/**
 * Returns the version of the archive’s schema. Checks the user’s rights first, because a user without rights to the
 * schema would otherwise be told that a table is missing.
 */
export async function findArchive(database: ServerDatabase): Promise<number> {
  const found = await database.first(schemaAccess(database.server.schema))
  if (found?.has_version !== true) throw serverError({ code: '3F000' }, database.server)
  if (found.usable !== true) throw notGrantedError(database.server)
  const row = await database.first(sql`SELECT version FROM version`)
  if (!row) throw serverError({ code: '3F000' }, database.server)
  return Number(row.version)
}
