import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { administrationError } from '#core/archive/server/administration/administration-error.ts'
import { serverError } from '#core/archive/server/connection/server-errors.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { packed } from '#test/core/archive/support/packed.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { addressOf, teamArchive, versions } from '#test/core/archive/server/administration/team-server.ts'
import { hasPostgres } from '#test/core/archive/support/open-server.ts'
import { writeAccounts } from '#test/core/support/written-accounts.ts'
import { startTestHost } from '#test/support/browser-host.ts'
import { sentenceOf } from '../../src/cli/framework/failures.ts'
import { account } from './support/cli-account.ts'
import { runCli, spawnCli } from './support/run-cli.ts'

const server = { host: 'db.example.org', port: 5432, database: 'mail', schema: 'shop', user: 'ada', authority: null }

test.each(['ECONNREFUSED', '28P01', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
  'without the app, a command gives a remedy for %s',
  (code) => {
    const error = serverError({ code, message: 'Refused.' }, server)
    expect(error.message).toMatch(/Mailroom keeps trying|in Accounts|in the certificate/)
    expect(sentenceOf(error)).toMatch(/db\.example\.org.*(?:run the command again|mailroom team-archive join again)/)
    expect(sentenceOf(error)).not.toMatch(/keeps trying|in Accounts/)
    // Administration commands take the server from flags, and their message already names these.
    const ofCommand = AppError.from(administrationError(error, server))
    expect(ofCommand.message).not.toBe(error.message)
    expect(sentenceOf(ofCommand)).toBe(ofCommand.message)
  },
)

test('a search of a team archive reports what it requires', async () => {
  const data = await temporaryFolder()
  const away = { ...server, host: '127.0.0.1', port: 9 }
  await writeAccounts(data, [{ id: 'shop', name: 'Shop', teamServer: away }])
  await chmod(join(data, 'accounts.json'), 0o600)
  const none = { MAILROOM_TEAM_PASSWORD: '', PGPASSWORD: '', PGPASSFILE: '/nowhere' }
  const said = async (env: NodeJS.ProcessEnv) =>
    (await spawnCli(['search', '--data', data, 'hello'], { env: { ...none, ...env } }).ended).stderr
  expect(await said({ MAILROOM_TEAM_PASSWORD: 'secret' })).toBe(
    'The team archive at 127.0.0.1 does not respond. Check the network and the server, then run the command again.\n',
  )
  expect(await said({})).toBe(
    'Mailroom has no password for ada at 127.0.0.1. Set MAILROOM_TEAM_PASSWORD, or add it to a PostgreSQL password file.\n',
  )
})

test.skipIf(!hasPostgres || process.platform !== 'linux')(
  'without a keychain, joining with a typed password names the variable for it',
  async () => {
    const postgres = await teamArchive({ bin: versions[0]! })
    const { data, env } = await account()
    const { host, port, database, user } = addressOf(postgres, { user: 'ada' })
    const flags = ['--host', host, '--port', String(port), '--database', database, '--user', user, '--data', data]
    const none = { MAILROOM_TEAM_PASSWORD: '', PGPASSWORD: '', PGPASSFILE: '/nowhere' }
    const run = (more: NodeJS.ProcessEnv, input?: string) =>
      spawnCli(['team-archive', 'join', '--account', 'Shop', ...flags], {
        env: { ...env, ...none, DBUS_SESSION_BUS_ADDRESS: 'disabled:', DISPLAY: '', ...more },
        ...(input !== undefined && { input }),
      }).ended
    const { code, stdout, stderr } = await run({}, postgres.password)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      'This computer has no keychain for the password of ada at 127.0.0.1, so it can’t be kept. Set MAILROOM_TEAM_PASSWORD, or add the password to a PostgreSQL password file.\n',
    )
    expect(await run({ MAILROOM_TEAM_PASSWORD: postgres.password })).toMatchObject({ code: 0, stderr: '' })
  },
)

test.skipIf(!hasPostgres)('a command passes its password to a running app that lacks it', async () => {
  const postgres = await teamArchive({ bin: versions[0]! })
  const { data, env } = await account()
  const host = await startTestHost({ dataFolder: data })
  onTestFinished(() => host.close())
  const { host: name, port, database, user } = addressOf(postgres, { user: 'ada' })
  const flags = ['--host', name, '--port', String(port), '--database', database, '--user', user, '--data', data]
  const joined = await runCli(['team-archive', 'join', ...flags], {
    env: { ...env, MAILROOM_TEAM_PASSWORD: postgres.password },
  })
  expect(joined).toMatchObject({ code: 0, stderr: '' })
})

test.skipIf(!hasPostgres)(
  'on a terminal, a search of a team archive says exactly how many messages match',
  async () => {
    const postgres = await teamArchive({ bin: versions[0]! })
    // The archive is so large that the first page has an estimate from a sample.
    const messages = [...generateMessages({ count: 9000 })]
    await new ServerWriter(postgres.as('ada')).import([packed(messages)])
    const data = await temporaryFolder()
    await writeAccounts(data, [{ id: 'shop', name: 'Shop', teamServer: addressOf(postgres, { user: 'ada' }) }])
    await chmod(join(data, 'accounts.json'), 0o600)
    // A reader finds the password in the environment of its process.
    vi.stubEnv('MAILROOM_TEAM_PASSWORD', postgres.password)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { code, stderr } = await runCli(['search', '--data', data, 'tag:invoice'], { isTerminal: true })
    const matching = messages.filter(({ tags }) => tags.includes('invoice')).length.toLocaleString('en-GB')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `Showing the first 50 of ${matching} messages. To show all of them, add --limit all.\n`,
    })
  },
)
