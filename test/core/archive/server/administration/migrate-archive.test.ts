import { expect, test } from 'vitest'
import { migrateArchive } from '#core/archive/server/administration/migrate-archive.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { migrations } from '#core/archive/server/schema/migrations.ts'
import { oldestClient, teamSchemaVersion } from '#core/archive/server/schema/version.ts'
import { runCli } from '../../../../cli/support/run-cli.ts'
import { teamArchive, versions } from './team-server.ts'

const [bin = ''] = versions
const [next, newest] = [teamSchemaVersion + 1, teamSchemaVersion + 2]
/** Migrations as a later Mailroom might have them. */
const later = [
  ...migrations,
  {
    version: next,
    oldestClient: 1,
    statements: () => 'CREATE TABLE note (text text); INSERT INTO note VALUES (current_user);',
  },
  { version: newest, oldestClient: next, statements: () => 'ALTER TABLE note ADD COLUMN at bigint;' },
]

test('the last step has the version that programs write', () => {
  expect(migrations.at(-1)).toMatchObject({ version: teamSchemaVersion, oldestClient })
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_step, at) => at + 1))
})

test('outstanding steps run as the owner, all of them or none', async () => {
  const server = await teamArchive({ bin })
  const administrator = server.as('postgres')
  const broken = [...later, { version: newest + 1, oldestClient: next, statements: () => 'SELECT 1 / 0;' }]
  await expect(migrateArchive(administrator, broken)).rejects.toMatchObject({ code: 'archive-server-failed' })
  await expect(migrateArchive(server.as('ada'), later)).rejects.toMatchObject({ details: { code: '42501' } })
  expect(await administrator.first(sql`SELECT version, to_regclass('note') IS NULL AS whole FROM version`)).toEqual({
    version: teamSchemaVersion,
    whole: true,
  })
  expect(await migrateArchive(administrator, later)).toEqual({ from: teamSchemaVersion, to: newest })
  const found = await server.as('bob').first(sql`SELECT version, oldest_client, changed, text FROM version, note`)
  expect(found).toEqual({ version: newest, oldest_client: next, changed: 2, text: 'mailroom_owner' })
  await server.as('ada').script('INSERT INTO note VALUES (1)')
  expect(await migrateArchive(administrator, later)).toEqual({ from: newest, to: newest })
})

test('the command reports that the schema is the newest, or newer than this program', async () => {
  const server = await teamArchive({ bin })
  const { host, port, password } = server
  const place = ['--host', host, '--port', String(port), '--database', 'postgres', '--user', 'postgres']
  const run = () => runCli(['team-archive', 'migrate', ...place], { env: { MAILROOM_TEAM_PASSWORD: password } })
  expect(await run()).toEqual({
    code: 0,
    stdout: `The archive has the newest schema, version ${teamSchemaVersion}. Nothing was changed.\n`,
    stderr: '',
  })
  await migrateArchive(server.as('postgres'), later)
  expect(await run()).toEqual({
    code: 1,
    stdout: '',
    stderr: `The archive’s schema has version ${newest}, but this Mailroom supports only versions up to ${teamSchemaVersion}. Update Mailroom on this computer.\n`,
  })
})
