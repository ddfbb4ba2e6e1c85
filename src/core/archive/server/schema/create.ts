import { longestSchema } from '#shared/contract/base/team/team-server.ts'
import { knownStates } from '#shared/domain/messages/record.ts'
import { rowsPerSecond } from '../../engine/record/row-number.ts'
import { grantStatements, roleNames, type Roles } from './grants.ts'
import { migrations } from './migrations.ts'
import { oldestClient, teamSchemaVersion } from './version.ts'

/** Why a name can’t be a schema’s name; null if it can. */
export function schemaProblem(name: string): string | null {
  if (/^[a-z][a-z0-9_]*$/.test(name) && name.length <= longestSchema) return null
  return `A schema’s name begins with a letter and has at most ${longestSchema} lower-case letters, digits and underscores.`
}

/** All statements that create an archive, in order, for an administrator to review and run as one transaction. */
export function createStatements(schema: string): string {
  const roles: Roles = roleNames(schema)
  // Known states are inserted first, so that their numbers are the same in every archive.
  const values = knownStates.map((name) => `(0, '${name}', '${name}')`).join(', ')
  return [
    'BEGIN;',
    requireOwnRoles(roles),
    roleStatements(roles),
    `CREATE SCHEMA "${schema}" AUTHORIZATION "${roles.owner}";`,
    extensionStatement,
    `SET LOCAL ROLE "${roles.owner}";`,
    `SET LOCAL search_path = "${schema}", public, pg_temp;`,
    ...migrations.map(({ statements }) => statements(schema)),
    `INSERT INTO value (kind, name, folded) VALUES ${values};`,
    `INSERT INTO version (version, oldest_client, changed) VALUES (${teamSchemaVersion}, ${oldestClient}, 1);`,
    `SELECT add_month('before', ${beforeFirst}, ${beforeStop}), add_month('after', ${afterFirst}, ${afterStop});`,
    grantStatements(schema, roles),
    'RESET ROLE;',
    'COMMIT;',
  ].join('\n')
}

/** The code of the error for roles that an archive in another database already uses. */
export const rolesInUse = 'MAIL1'

/** Roles belong to the whole server: users of an archive of this name in another database could use this one, too. */
function requireOwnRoles({ owner, writer, reader }: Roles): string {
  return `DO $$ DECLARE other text; BEGIN
  BEGIN
  SELECT datname INTO other FROM pg_shdepend JOIN pg_roles ON pg_roles.oid = refobjid JOIN pg_database ON pg_database.oid = dbid
    WHERE refclassid = 'pg_authid'::regclass AND classid <> 'pg_default_acl'::regclass
      AND rolname IN ('${owner}', '${writer}', '${reader}') AND datname <> current_database() LIMIT 1;
  EXCEPTION WHEN insufficient_privilege THEN RETURN; END;
  IF other IS NOT NULL THEN RAISE EXCEPTION USING ERRCODE = '${rolesInUse}',
    MESSAGE = format('The database %s of this server already has an archive with these roles', other),
    HINT = 'Choose another name with --schema.'; END IF;
END $$;`
}

/** The roles may exist from an earlier archive of the same name that was dropped. */
function roleStatements({ owner, writer, reader }: Roles): string {
  return [owner, writer, reader]
    .map(
      (role) => `DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE "${role}" NOLOGIN; END IF;
END $$;`,
    )
    .concat(`GRANT "${owner}" TO CURRENT_USER;`)
    .join('\n')
}

/** Speeds up searching for parts of addresses, which also works without this extension. */
const extensionStatement = `DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
EXCEPTION WHEN OTHERS THEN RAISE NOTICE 'Without pg_trgm, parts of addresses are found slowly: %', SQLERRM;
END $$;`

const beforeFirst = 0
const [beforeStop, afterFirst] = [Date.UTC(2000, 0), Date.UTC(2101, 0)].map((time) => (time / 1000) * rowsPerSecond)
/** A number larger than that of any row. */
const afterStop = 2 ** 53
