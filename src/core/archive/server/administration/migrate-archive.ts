import { AppError } from '#shared/contract/base/error.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { grantStatements, roleNames } from '../schema/grants.ts'
import { migrations } from '../schema/migrations.ts'
import { findArchive } from './find-archive.ts'

type Steps = typeof migrations
type Migration = {
  readonly from: number
  readonly to: number
  /** SQL for an administrator to review and run; empty if the schema is the newest. */
  readonly statements: string
}

/** Runs the missing steps as the archive’s owner, either all of them or none. */
export async function migrateArchive(
  database: ServerDatabase,
  steps = migrations,
): Promise<{ readonly from: number; readonly to: number }> {
  const { from, to, statements } = await outstandingMigration(database, steps)
  if (statements !== '') await database.script(statements)
  return { from, to }
}

/** Determines which steps are missing. Changes nothing. */
export async function outstandingMigration(database: ServerDatabase, steps = migrations): Promise<Migration> {
  const from = await findArchive(database)
  const to = steps.at(-1)!.version
  if (from > to) {
    throw new AppError(
      'archive-newer',
      `The archive’s schema has version ${from}, but this Mailroom supports only versions up to ${to}. Update Mailroom on this computer.`,
    )
  }
  return { from, to, statements: from === to ? '' : statementsFrom(from, database.server.schema, steps) }
}

function statementsFrom(from: number, schema: string, steps: Steps): string {
  const roles = roleNames(schema)
  const newest = steps.at(-1)!
  return [
    'BEGIN;',
    'SET LOCAL statement_timeout = 0;',
    `SET LOCAL ROLE "${roles.owner}";`,
    `SET LOCAL search_path = "${schema}", public, pg_temp;`,
    // Keeps other programs from writing or migrating at the same time.
    'SELECT epoch FROM lease FOR UPDATE;',
    `DO $$ BEGIN IF (SELECT version FROM version) <> ${from} THEN RAISE EXCEPTION 'Somebody else has just changed the schema'; END IF; END $$;`,
    ...steps.filter(({ version }) => version > from).map(({ statements }) => statements(schema)),
    // Readers can’t see an archive that is still being filled, so there is no change to report.
    `UPDATE version SET version = ${newest.version}, oldest_client = ${newest.oldestClient}, changed = changed + sign(changed)::bigint;`,
    grantStatements(schema, roles),
    'COMMIT;',
  ].join('\n')
}
