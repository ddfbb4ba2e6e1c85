import { AppError } from '#shared/contract/base/error.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { grantStatements, roleNames } from '../schema/grants.ts'
import { migrations } from '../schema/migrations.ts'
import { findArchive } from './find-archive.ts'

/** Runs the steps that the archive lacks, as its owner. Either all of them take effect, or none. */
export async function migrateArchive(
  database: ServerDatabase,
  steps = migrations,
): Promise<{ readonly from: number; readonly to: number }> {
  const from = await findArchive(database)
  const newest = steps.at(-1)!
  if (from > newest.version) {
    throw new AppError(
      'archive-newer',
      `The archive has version ${from} of the schema, and this Mailroom knows versions up to ${newest.version}. Update Mailroom on this computer.`,
    )
  }
  const { schema } = database.server
  const outstanding = steps.filter(({ version }) => version > from)
  if (outstanding.length > 0) {
    const roles = roleNames(schema)
    await database.script(
      [
        'BEGIN;',
        'SET LOCAL statement_timeout = 0;',
        `SET LOCAL ROLE "${roles.owner}";`,
        `SET LOCAL search_path = "${schema}", public, pg_temp;`,
        // No other program writes or migrates meanwhile.
        'SELECT epoch FROM lease FOR UPDATE;',
        `DO $$ BEGIN IF (SELECT version FROM version) <> ${from} THEN RAISE EXCEPTION 'Somebody else has just changed the schema'; END IF; END $$;`,
        ...outstanding.map(({ statements }) => statements(schema)),
        // An archive that is still being filled has made no change that readers could see.
        `UPDATE version SET version = ${newest.version}, oldest_client = ${newest.oldestClient}, changed = changed + sign(changed)::bigint;`,
        grantStatements(schema, roles),
        'COMMIT;',
      ].join('\n'),
    )
  }
  return { from, to: newest.version }
}
