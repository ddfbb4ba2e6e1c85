import { accessKinds, type AccessChoice, type AccessKind } from '#shared/domain/archive/access-log.ts'
import type { RunSql, ServerDatabase } from '../connection/server-database.ts'
import { joinSql, sql } from '../connection/sql.ts'
import { knownSalt, personHash } from '../tables/person-hash.ts'
import { hasSecondVersion } from '../tables/second-version.ts'

export type AccessLine = {
  /** Larger is newer. */
  readonly id: number
  /** Epoch milliseconds by the server’s clock. */
  readonly at: number
  /** The user on the server. */
  readonly role: string
  /** As that person’s Mailroom calls itself; null if it was no Mailroom. */
  readonly mailroom: string | null
  readonly kind: AccessKind
  /** The hash of the person concerned. */
  readonly person: string | null
  readonly messages: number | null
}

/** Everything that is given must hold. */
export type AccessFilter = {
  /** Epoch milliseconds; `until` is not included. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly role?: string | undefined
  readonly kind?: AccessKind | undefined
  /** An address. */
  readonly person?: string | undefined
}

type Page = { readonly before?: number | undefined; readonly limit: number }

/** Newest first. The next page is before the `id` of the last line. Only the archive’s owner may read them. */
export async function accessPage(
  run: RunSql,
  { since, until, role, kind, person }: AccessFilter,
  { before, limit }: Page,
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

const linesAtOnce = 2000

/** At most `limit` lines, newest first, page by page. Lines that are added meanwhile are left out. */
export async function* accessPages(
  database: ServerDatabase,
  filter: AccessFilter,
  { limit, signal, atOnce = linesAtOnce }: PagesOptions,
): AsyncGenerator<AccessLine[]> {
  const run: RunSql = (statement) => database.query(statement, signal)
  let [left, before]: [number, number | undefined] = [limit, undefined]
  while (left > 0) {
    const wanted = Math.min(left, atOnce)
    const lines = await accessPage(run, filter, { before, limit: wanted })
    if (lines.length > 0) yield lines
    if (lines.length < wanted) return
    left -= lines.length
    before = lines.at(-1)!.id
  }
}

export type PagesOptions = {
  /** May be infinite. */
  readonly limit: number
  readonly signal?: AbortSignal
  readonly atOnce?: number
}

/** An archive of version 1 logs nothing. */
export async function loggedAccess(run: RunSql): Promise<AccessChoice> {
  if (!(await hasSecondVersion(run))) return 'none'
  return (await run(sql`SELECT logged FROM access_choice`))[0]?.logged as AccessChoice
}

/** Only the archive’s owner may choose. The choice is a line of the log, too. */
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
