import { it, onTestFinished } from 'vitest'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { createStatements } from '#core/archive/server/schema/create.ts'
import { startPostgres, whyNoPostgres, type PostgresServer } from '../../../../scripts/support/postgres/start.mjs'

/** Without PostgreSQL, these tests count as skipped, and `npm test` says what to install. */
export const hasPostgres = whyNoPostgres() === null

/** A test that needs a server. */
export const onServer = it.skipIf(!hasPostgres)

const started = new Map<string | undefined, Promise<PostgresServer>>()

/** One server per test process, because starting one takes a second. */
function sharedPostgres(bin?: string): Promise<PostgresServer> {
  let server = started.get(bin)
  if (!server) started.set(bin, (server = startPostgres(bin === undefined ? {} : { bin })))
  return server
}

let schemas = 0

/** An empty archive in a new schema, with the server’s administrator as user. */
export async function createSchema(bin?: string): Promise<{ server: TeamServer; password: string }> {
  const { host, port, user, password } = await sharedPostgres(bin)
  const server = {
    host,
    port,
    user,
    database: 'postgres',
    schema: `archive_${process.pid}_${++schemas}`,
    authority: null,
  }
  const database = new ServerDatabase(server, password)
  await database.script(createStatements(server.schema))
  await database.close()
  return { server, password }
}

export async function openDatabase(bin?: string): Promise<ServerDatabase> {
  const { server, password } = await createSchema(bin)
  const database = new ServerDatabase(server, password)
  onTestFinished(() => database.close().catch(() => undefined))
  return database
}
