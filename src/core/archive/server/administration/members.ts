import { AppError } from '#shared/contract/base/error.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { named, sql } from '../connection/sql.ts'
import { roleNames } from '../schema/grants.ts'
import { findArchive } from './find-archive.ts'

export type NewMembers = { readonly writers: readonly string[]; readonly readers: readonly string[] }

/** Users who can log in, grouped by their current rights. */
export type Members = NewMembers & {
  readonly owners: readonly string[]
  /** Users who may do anything on the server. */
  readonly administrators: readonly string[]
}

/** Adds existing users to the archive’s roles, either all of them or none. */
export async function addMembers(database: ServerDatabase, { writers, readers }: NewMembers): Promise<void> {
  await findArchive(database)
  const { host, schema } = database.server
  const roles = roleNames(schema)
  await database.transaction(async ({ run }) => {
    const names = [...writers, ...readers]
    const rows = await run(sql`SELECT rolname, rolcanlogin FROM pg_roles WHERE rolname = ANY(${names}::text[])`)
    const known = new Map(rows.map(({ rolname, rolcanlogin }) => [String(rolname), rolcanlogin === true]))
    for (const name of names) {
      const canLogIn = known.get(name)
      if (canLogIn) continue
      const what = canLogIn === undefined ? `has no user ${name}` : `does not let ${name} log in`
      throw new AppError(
        'no-such-user',
        `The server at ${host} ${what}, so nothing was changed. Name users who can log in. With --print, the command prints the statements that create them.`,
      )
    }
    for (const name of writers) await run(sql`GRANT ${named(roles.writer)} TO ${named(name)}`)
    for (const name of readers) await run(sql`GRANT ${named(roles.reader)} TO ${named(name)}`)
  })
}

export async function readMembers(database: ServerDatabase): Promise<Members> {
  await findArchive(database)
  const { owner, writer, reader } = roleNames(database.server.schema)
  const rows = await database.query(sql`
    SELECT person.rolname AS name, person.rolsuper AS is_administrator, role.rolname AS role
    FROM pg_roles person LEFT JOIN pg_roles role
      ON role.rolname = ANY(${[owner, writer, reader]}::text[]) AND pg_has_role(person.oid, role.oid, 'USAGE')
    WHERE person.rolcanlogin AND (person.rolsuper OR role.oid IS NOT NULL) ORDER BY person.rolname`)
  const isAdministrator = (row: (typeof rows)[number]): boolean => row.is_administrator === true
  const namesIn = (chosen: typeof rows): string[] => [...new Set(chosen.map(({ name }) => String(name)))]
  const membersOf = (role: string): string[] =>
    namesIn(rows.filter((row) => !isAdministrator(row) && row.role === role))
  return {
    owners: membersOf(owner),
    writers: membersOf(writer),
    readers: membersOf(reader),
    administrators: namesIn(rows.filter(isAdministrator)),
  }
}

/** The administrator sets the password on the server, so that it appears in no script and no history. */
export function memberStatements(schema: string, { writers, readers }: NewMembers): string {
  const roles = roleNames(schema)
  const members = [
    ...writers.map((name) => ({ name, role: roles.writer })),
    ...readers.map((name) => ({ name, role: roles.reader })),
  ]
  const users = [...new Set(members.map(({ name }) => name))]
  return [
    'BEGIN;',
    ...users.map(
      (name) => `DO $do$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = ${literal(name)}) THEN CREATE ROLE ${identifier(name)} LOGIN; END IF;
END $do$;`,
    ),
    ...members.map(({ name, role }) => `GRANT ${identifier(role)} TO ${identifier(name)};`),
    'COMMIT;',
    '-- Choose a password for each new user in psql, which keeps it out of every file:',
    ...users.map((name) => `--   \\password ${identifier(name)}`),
  ].join('\n')
}

/** Why a text can’t be a username; null if it can. A line break would end the SQL comment that contains the name. */
export function userProblem(name: string): string | null {
  const isPossible = /^[^\p{Cc}$]+$/u.test(name) && Buffer.byteLength(name) <= longestName
  return isPossible
    ? null
    : `A username can have at most ${longestName} bytes and no control characters or dollar signs.`
}

/** PostgreSQL truncates longer names, which would then refer to a different user. */
const longestName = 63

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(name: string): string {
  const quoted = `'${name.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return name.includes('\\') ? `E${quoted}` : quoted
}
