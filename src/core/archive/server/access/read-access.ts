import type { AccessFilter, AccessLine } from '#shared/contract/team.ts'
import { accessKinds, type AccessChoice } from '#shared/contract/base/team/access-log.ts'
import type { RunSql, ServerDatabase } from '../connection/server-database.ts'
import { joinSql, sql } from '../connection/sql.ts'
import { roleNames } from '../schema/grants.ts'
import { knownSalt, personHash } from '../tables/person-hash.ts'
import { hasSecondVersion } from '../tables/second-version.ts'
import { eachPage, type AccessPage, type PagesOptions } from './each-page.ts'

/**
 * Reads one page of the access log, newest line first. To get the next page, pass the `id` of the last line. Only the
 * archive’s owner may read the log.
 */
export async function accessPage(
  run: RunSql,
  { since, until, role, kind, person }: AccessFilter,
  { before, limit }: AccessPage,
): Promise<AccessLine[]> {
  const hash = person === undefined ? null : await hashOf(run, person)
  const conditions = [
    sql`TRUE`,
    ...(before === undefined ? [] : [sql`id < ${before}::bigint`]),
    ...(since === undefined ? [] : [sql`at >= to_timestamp(${since}::float8 / 1000)`]),
    ...(until === undefined ? [] : [sql`at < to_timestamp(${until}::float8 / 1000)`]),
    ...(role === undefined ? [] : [sql`role = ${role}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(person === undefined ? [] : [sql`person = decode(${hash}, 'hex')`]),
  ]
  const rows = await run(sql`
    SELECT id, floor(extract(epoch FROM at) * 1000) AS at, role, mailroom, kind, encode(person, 'hex') AS person, messages
    FROM access WHERE ${joinSql(conditions, ' AND ')} ORDER BY id DESC LIMIT ${limit}::bigint`)
  return rows.map((row) => ({
    id: Number(row.id),
    at: Number(row.at),
    role: String(row.role),
    mailroom: textOf(row.mailroom),
    kind: accessKinds.find((known) => known === row.kind)!,
    person: textOf(row.person),
    messages: row.messages === null ? null : Number(row.messages),
  }))
}

/**
 * Yields at most `limit` lines, newest first, and reads them page by page. Lines added in the meantime are left out.
 */
export function accessPages(
  database: ServerDatabase,
  filter: AccessFilter,
  options: PagesOptions,
): AsyncGenerator<AccessLine[]> {
  const run: RunSql = (statement) => database.query(statement, options.signal)
  return eachPage((page) => accessPage(run, filter, page), options)
}

/** Only the owner may read the log, choose which accesses are logged, and set how long messages are kept. */
export async function isOwner(database: ServerDatabase): Promise<boolean> {
  const { owner } = roleNames(database.server.schema)
  return (await database.first(sql`SELECT pg_has_role(current_user, ${owner}, 'USAGE') AS may`))?.may === true
}

/** The owner’s choice of what is logged. An archive of version 1 logs nothing. */
export async function loggedAccess(run: RunSql): Promise<AccessChoice> {
  if (!(await hasSecondVersion(run))) return 'none'
  return (await run(sql`SELECT logged FROM access_choice`))[0]?.logged as AccessChoice
}

/** Changes what is logged, which only the archive’s owner may do. The change itself is logged, too. */
export async function chooseLogged(run: RunSql, choice: AccessChoice): Promise<void> {
  await run(sql`UPDATE access_choice SET logged = ${choice}`)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

async function hashOf(run: RunSql, person: string): Promise<string | null> {
  const salt = await knownSalt(run)
  return salt === null ? null : personHash(salt, person)
}
