import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { sql, type Sql } from './sql.ts'

/**
 * A query that returns one row if the schema exists. The server’s catalogue shows tables even to users who may not use
 * their schema.
 */
export function schemaAccess(schema: string): Sql {
  return sql`
    SELECT has_schema_privilege(oid, 'USAGE') AS usable,
      EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = pg_namespace.oid AND relname = 'version') AS has_version
    FROM pg_namespace WHERE nspname = ${schema}`
}

export function notGrantedError({ user, schema }: TeamServer, refusal?: AppError): AppError {
  return new AppError(
    'archive-not-granted',
    `The user ${user} is not allowed to use the team archive in the schema ${schema}. An administrator of the server can allow it with mailroom team-archive grants --reader ${user}, or --writer ${user}.`,
    { details: refusal?.details ?? {}, cause: refusal },
  )
}
