import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { createArchive } from '#core/archive/server/administration/create-archive.ts'
import { memberStatements } from '#core/archive/server/administration/members.ts'
import { hasPostgres } from '../../support/open-server.ts'
import {
  postgresFolders,
  startPostgres,
  type PostgresOptions,
  type PostgresServer,
} from '../../../../../scripts/support/postgres/start.mjs'

/**
 * The folder of PostgreSQL’s programs; in the nightly run, those of each installed version. If there is none, one
 * empty name makes the tests count as skipped.
 */
export const versions = hasPostgres ? postgresFolders().slice(0, process.env['ALL_POSTGRES'] ? undefined : 1) : ['']

export type Server = PostgresServer & { readonly as: (user: string, schema?: string) => ServerDatabase }

/** A separate server, because users and roles belong to the whole server. */
export async function teamServer(options: PostgresOptions): Promise<Server> {
  const server = await startPostgres(options)
  onTestFinished(() => server.stop())
  const as = (user: string, schema = 'mailroom'): ServerDatabase => {
    const database = new ServerDatabase(addressOf(server, { user, schema }), server.password)
    onTestFinished(() => database.close().catch(() => undefined))
    return database
  }
  return { ...server, as }
}

export function addressOf(
  { host, port }: PostgresServer,
  { user, schema = 'mailroom' }: Partial<TeamServer>,
): TeamServer {
  return { host, port, database: 'postgres', schema, user: user ?? 'postgres', authority: null }
}

/** An archive with a writer, Ada, and a reader, Bob, beside an unrelated schema. */
export async function teamArchive(options: PostgresOptions, create = createArchive): Promise<Server> {
  const server = await teamServer(options)
  const administrator = server.as('postgres')
  await create(administrator)
  await administrator.script(memberStatements('mailroom', { writers: ['ada'], readers: ['bob'] }))
  await setPasswords(administrator, ['ada', 'bob'], server.password)
  await administrator.script('CREATE SCHEMA other; CREATE TABLE other.thing (name int)')
  return server
}

export const firstVersionFile = new URL('../../support/schemas/version-1.sql', import.meta.url)

/** An archive created by a Mailroom that supported only version 1 of the schema. */
export function firstVersionArchive(options: PostgresOptions): Promise<Server> {
  return teamArchive(options, (administrator) => administrator.script(readFileSync(firstVersionFile, 'utf8')))
}

export async function setPasswords(
  administrator: ServerDatabase,
  users: readonly string[],
  password: string,
): Promise<void> {
  for (const user of users) await administrator.script(`ALTER ROLE "${user}" PASSWORD '${password}'`)
}
