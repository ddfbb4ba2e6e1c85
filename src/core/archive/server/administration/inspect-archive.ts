import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { FoundArchive, LeaseState } from '#shared/contract/team.ts'
import { ServerDatabase, type ServerRow } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { roleNames } from '../schema/grants.ts'
import { requireReadable } from '../search/archive-state.ts'
import { SettingTable } from '../tables/setting-table.ts'
import { findArchive } from './find-archive.ts'

/** The service and user that an archive belongs to, so that messages from different accounts are never mixed. */
export type ArchiveAccount = { readonly service: string; readonly user: string }

export type Inspected = Pick<FoundArchive, 'server' | 'role' | 'messages' | 'lease'> & {
  /** Null if no account has used the archive yet. */
  readonly account: ArchiveAccount | null
  /** The newest message’s id, used to check whether the archive belongs to a service; null if the archive is empty. */
  readonly newestId: string | null
}

/** Describes an archive before an account uses it. Failures are worded for users of the app. */
export async function inspectArchive(given: {
  readonly server: TeamServer
  readonly password: string
}): Promise<Inspected> {
  const database = new ServerDatabase(given.server, given.password)
  try {
    return await inspect(database)
  } finally {
    await database.close()
  }
}

async function inspect(database: ServerDatabase): Promise<Inspected> {
  await findArchive(database)
  await requireReadable((statement) => database.query(statement))
  const { owner, writer } = roleNames(database.server.schema)
  const found = await database.first(sql`
    SELECT current_setting('server_version') AS version,
      pg_has_role(current_user, ${owner}, 'USAGE') AS is_owner,
      pg_has_role(current_user, ${writer}, 'USAGE') AS is_writer,
      (SELECT coalesce(sum(messages), 0) FROM quarter) AS messages`)
  const newest = await database.first(sql`SELECT id FROM message ORDER BY row DESC LIMIT 1`)
  return {
    server: `PostgreSQL ${String(found?.version).split(' ')[0]}`,
    role: roleOf(found),
    messages: Number(found?.messages ?? 0),
    lease: await leaseOf(database),
    account: (await new SettingTable((statement) => database.query(statement)).get('account')) as ArchiveAccount | null,
    newestId: newest ? String(newest.id) : null,
  }
}

function roleOf(found: ServerRow | null | undefined): FoundArchive['role'] {
  if (found?.is_owner === true) return 'owner'
  return found?.is_writer === true ? 'writer' : 'reader'
}

async function leaseOf(database: ServerDatabase): Promise<LeaseState> {
  const found = await database.first(sql`
    SELECT name, extract(epoch FROM since) * 1000 AS since FROM lease WHERE until > clock_timestamp()`)
  if (!found) return { mine: false, name: null, since: null }
  return { mine: false, name: String(found.name), since: Math.floor(Number(found.since)) }
}
