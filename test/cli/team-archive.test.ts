import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { logAccess } from '#core/archive/server/access/log-access.ts'
import { memberStatements } from '#core/archive/server/administration/members.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { packed } from '#test/core/archive/support/packed.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import {
  setPasswords,
  teamServer,
  versions,
  type Server,
} from '#test/core/archive/server/administration/team-server.ts'
import { runCli, startCli } from './support/run-cli.ts'
import { hasPostgres } from '../core/archive/support/open-server.ts'

const [bin = ''] = versions

function flagsOf({ host, port }: Server, user = 'postgres'): string[] {
  return ['--host', host, '--port', String(port), '--database', 'postgres', '--user', user]
}

function run({ password }: Server, args: readonly string[]) {
  return runCli(['team-archive', ...args], { env: { MAILROOM_TEAM_PASSWORD: password } })
}

async function rolesOn(server: Server): Promise<unknown[]> {
  const rows = await server.as('postgres').query(sql`
    SELECT rolname FROM pg_roles WHERE rolname ~ '^(mailroom|shop)_'
    ORDER BY rolname`)
  return rows.map(({ rolname }) => rolname)
}

describe.skipIf(!hasPostgres).each(versions)('on the server of %s', (bin) => {
  test('an administrator with limited rights creates an archive and grants access', async () => {
    const server = await teamServer({ bin })
    const administrator = server.as('postgres')
    await administrator.script('CREATE ROLE chief LOGIN CREATEROLE; GRANT CREATE ON DATABASE postgres TO chief;')
    await administrator.script('CREATE ROLE ada LOGIN; CREATE ROLE bob LOGIN; CREATE ROLE everyone;')
    await setPasswords(administrator, ['chief'], server.password)
    const flags = flagsOf(server, 'chief')
    expect(await run(server, ['create', ...flags])).toEqual({
      code: 0,
      stdout: 'Created the team archive in the schema mailroom. Grant access with mailroom team-archive grants.\n',
      stderr: '',
    })
    const again = await run(server, ['create', ...flags])
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('already has a schema mailroom, so nothing was changed')

    const none = await run(server, ['grants', ...flags])
    expect(none.stdout).toContain('Writers: nobody\n')
    const granted = await run(server, ['grants', ...flags, '--writer', 'ada', '--reader', 'bob', '--json'])
    expect(JSON.parse(granted.stdout)).toEqual({
      writers: ['ada'],
      readers: ['bob'],
      owners: ['chief'],
      administrators: ['postgres'],
    })
    const unknown = await run(server, ['grants', ...flags, '--reader', 'ada', '--writer', 'eve'])
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('has no user eve') as string })
    const group = await run(server, ['grants', ...flags, '--writer', 'everyone'])
    expect(group).toMatchObject({ code: 1, stderr: expect.stringContaining('does not let everyone log in') as string })
    const { stdout } = await run(server, ['grants', ...flags])
    expect(stdout).toBe('Readers: bob\nWriters: ada\nOwners: chief\nServer administrators (full access): postgres\n')
  })

  test('printed statements create the same archive and users', async () => {
    const server = await teamServer({ bin })
    const nowhere = { MAILROOM_TEAM_PASSWORD: undefined, PGPASSWORD: undefined }
    const created = await runCli(['team-archive', 'create', '--print', '--schema', 'shop'], { env: nowhere })
    const users = ['--writer', `o'brien "x" \\`, '--reader', 'bob']
    const granted = await runCli(['team-archive', 'grants', '--print', '--schema', 'shop', ...users], { env: nowhere })
    expect([created.code, granted.code]).toEqual([0, 0])
    expect(granted.stdout).not.toMatch(/PASSWORD '/i)
    const administrator = server.as('postgres', 'shop')
    await administrator.script(created.stdout)
    await administrator.script(granted.stdout)
    await administrator.script(granted.stdout)
    const { stdout } = await run(server, ['grants', ...flagsOf(server), '--schema', 'shop', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ writers: [`o'brien "x" \\`], readers: ['bob'], owners: [] })
    const again = await runCli(['team-archive', 'grants', '--print', '--schema', 'shop'])
    await administrator.script(again.stdout)
  })
})

test.skipIf(!existsSync(join(bin, 'psql')))('psql runs the printed statements without errors', async () => {
  const server = await teamServer({ bin })
  const { stdout } = await runCli(['team-archive', 'create', '--print'])
  const place = ['--host', server.host, '--port', String(server.port), '--username', 'postgres', '--dbname', 'postgres']
  execFileSync(join(bin, 'psql'), [...place, '--set', 'ON_ERROR_STOP=1', '--quiet'], {
    input: stdout,
    env: { ...process.env, PGPASSWORD: server.password },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  expect(await rolesOn(server)).toEqual(['mailroom_owner', 'mailroom_reader', 'mailroom_writer'])
})

test('another program’s schema stays unchanged', async () => {
  const server = await teamServer({ bin })
  await server.as('postgres').script('CREATE SCHEMA shop; CREATE TABLE shop.thing (name text)')
  const refused = await run(server, ['create', ...flagsOf(server), '--schema', 'shop'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toBe(
    'The database postgres already has a schema shop, so nothing was changed. Choose another name with --schema.\n',
  )
  expect(await rolesOn(server)).toEqual([])
  const missing = await run(server, ['grants', ...flagsOf(server), '--schema', 'shop'])
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no team archive in the schema shop') as string,
  })
})

test('each refusal comes with a remedy', async () => {
  const server = await teamServer({ bin })
  const administrator = server.as('postgres')
  await administrator.script('CREATE ROLE eve LOGIN')
  await setPasswords(administrator, ['eve'], server.password)
  const said = async (
    args: readonly string[],
    env: NodeJS.ProcessEnv = { MAILROOM_TEAM_PASSWORD: server.password },
  ) => {
    const { code, stdout, stderr } = await runCli(['team-archive', ...args], { env })
    expect(stdout).toBe('')
    return `${code} ${stderr.trimEnd()}`
  }
  const flags = flagsOf(server)
  expect(await said(['create', ...flags], { MAILROOM_TEAM_PASSWORD: 'wrong' })).toBe(
    '1 The server at 127.0.0.1 refused the user postgres or the password. Check --user and the password.',
  )
  expect(await said(['create', ...flags, '--database', 'mail'])).toBe(
    '1 The server at 127.0.0.1 has no database mail. Check --database, or create the database first.',
  )
  expect(await said(['create', ...flagsOf(server, 'eve')])).toContain(
    '1 The user eve is not allowed to create schemas and roles in the database postgres, so nothing was changed.',
  )
  expect(await said(['maintain', ...flags])).toBe(
    '1 The database postgres has no team archive in the schema mailroom. Check --schema, or run mailroom team-archive create.',
  )
  await run(server, ['create', ...flags])
  expect(await said(['migrate', ...flagsOf(server, 'eve')])).toContain(
    '1 The user eve is not allowed to use the team archive in the schema mailroom. An administrator of the server can allow it with mailroom team-archive grants --reader eve, or --writer eve.',
  )
  expect(await said(['create', ...flags, '--schema', 'Shop"'])).toContain(`2 --schema can’t be "Shop"".`)
  expect(await said(['create', '--host', 'x'])).toBe('2 Name the server with --host, --database and --user.')
  for (const [host, name] of [
    ['db.example.org', 'db.example.org'],
    ['[::1]', '::1'],
  ]) {
    expect(await said(['create', ...flags, '--host', `${host}:5433`])).toBe(
      `2 --host takes no port. Use --host ${name} --port 5433.`,
    )
  }
  expect(await said(['grants', ...flags, '--writer', 'a\nb'])).toContain('2 "a\\nb" can’t be a username.')
  expect(await said(['create', ...flags, '--ca', '/nowhere.pem'])).toBe(
    '1 The file /nowhere.pem given by --ca does not exist. Check the path.',
  )
  await server.stop()
  expect(await said(['create', ...flags])).toContain(
    `1 The server at 127.0.0.1 does not respond on port ${server.port}.`,
  )
})

test('the password comes from the environment, a private file or a terminal, in this order', async () => {
  const server = await teamServer({ bin })
  await run(server, ['create', ...flagsOf(server)])
  const file = join(await temporaryFolder(), 'pass')
  writeFileSync(file, `127.0.0.1:*:*:postgres:${server.password}\n`, { mode: 0o600 })
  const grants = ['team-archive', 'grants', ...flagsOf(server)]
  const none = { MAILROOM_TEAM_PASSWORD: '', PGPASSWORD: '', PGPASSFILE: '/nowhere' }
  const codeOf = async (env: NodeJS.ProcessEnv) => (await runCli(grants, { env: { ...none, ...env } })).code
  expect(await codeOf({ MAILROOM_TEAM_PASSWORD: server.password, PGPASSWORD: 'wrong', PGPASSFILE: file })).toBe(0)
  expect(await codeOf({ PGPASSWORD: 'wrong', PGPASSFILE: file })).toBe(1)
  expect(await codeOf({ PGPASSWORD: server.password })).toBe(0)
  expect(await codeOf({ PGPASSFILE: file })).toBe(0)
  expect(await codeOf({})).toBe(2)
  expect((await runCli(grants, { env: none, input: `${server.password}\n` })).code).toBe(0)

  chmodSync(file, 0o644)
  const asked = startCli(grants, { env: { ...none, PGPASSFILE: file }, isTerminal: true })
  await expect.poll(asked.said).toContain('Password for postgres:')
  asked.type(`${server.password}\r`)
  const { code, stdout, stderr } = await asked.ended
  expect(code).toBe(0)
  expect(stderr).toContain('is ignored, because other users of this computer can read it')
  expect(stdout + stderr).not.toContain(server.password)
})

test('maintenance reports finished and pending work, and Ctrl+C ends it between two months', async () => {
  const server = await teamServer({ bin })
  await run(server, ['create', ...flagsOf(server)])
  await server.as('postgres').script(memberStatements('mailroom', { writers: ['ada'], readers: [] }))
  await setPasswords(server.as('postgres'), ['ada'], server.password)
  const writer = new ServerWriter(server.as('ada'))
  const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)]
  const messages = [...generateMessages({ count: 50, from, to })]
  await writer.import([packed(messages)])
  await writer.erase(messages[0]!.email, to)

  // A reader in an open transaction blocks the rewriting of the month until the command is interrupted.
  const [reads, mayEnd] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const reading = server.as('postgres').snapshot(async (read) => {
    await read(sql`SELECT count(*) FROM message`)
    reads.resolve(undefined)
    await mayEnd.promise
  })
  await reads.promise
  const stopped = startCli(['team-archive', 'maintain', ...flagsOf(server)], {
    env: { MAILROOM_TEAM_PASSWORD: server.password },
    isTerminal: true,
  })
  await expect.poll(stopped.said).toContain('Rewriting')
  stopped.interrupt()
  mayEnd.resolve(undefined)
  await reading
  const { code, stdout } = await stopped.ended
  expect(code).toBe(130)
  expect(stdout).toContain('Rewrote parts that contained erased messages: 2026-01.')
  expect(stdout).toContain('Run the command again to continue.')

  const asWriter = await run(server, ['maintain', ...flagsOf(server, 'ada')])
  expect(asWriter).toMatchObject({ code: 1, stdout: '' })
  expect(asWriter.stderr).toBe(
    'Only an owner of the team archive in the schema mailroom can maintain it, and the user ada isn’t an owner. Nothing was changed. Run the command as the archive’s owner or as an administrator of the server.\n',
  )
  await server.as('postgres').script('GRANT mailroom_owner TO ada')
  const asOwner = await run(server, ['maintain', ...flagsOf(server, 'ada')])
  expect(asOwner.code).toBe(3)
  expect(asOwner.stdout).toContain(
    'Rewrote parts that contained erased messages: addresses, settings, names of values.',
  )
  expect(asOwner.stdout).toContain('Still to do: older statistics.')
  const asAdministrator = await run(server, ['maintain', ...flagsOf(server), '--json'])
  expect(asAdministrator.code).toBe(0)
  expect(JSON.parse(asAdministrator.stdout)).toEqual({
    removed: [],
    rewritten: ['statistics'],
    waiting: [],
    analyzed: true,
    cancelled: false,
  })
})

test('the access log is printed for the owner, filtered, and written as a table', async () => {
  const server = await teamServer({ bin })
  await run(server, ['create', ...flagsOf(server)])
  await server.as('postgres').script(memberStatements('mailroom', { writers: ['ada'], readers: [] }))
  await setPasswords(server.as('postgres'), ['ada'], server.password)
  const log = (...args: readonly string[]) => run(server, ['access-log', ...flagsOf(server), ...args])
  const none = await log()
  expect(none).toMatchObject({ code: 4, stdout: '' })
  expect(none.stderr).toBe(
    'The log has no matching lines.\nExports, erasures and retention changes are logged. Only Mailroom adds lines to this log. Other clients of the server, such as psql, add none.\n',
  )
  const chosen = await log('--log', 'all')
  expect(chosen).toMatchObject({ code: 0, stderr: '' })
  expect(chosen.stdout).toContain('opened messages and searches for a person are logged. Only Mailroom adds lines')
  const ada = server.as('ada')
  await logAccess(ada, '=Ada’s Mailroom', { kind: 'exported', messages: 1200 })
  await logAccess(ada, '=Ada’s Mailroom', { kind: 'opened', person: 'eve@shop.example' })

  const printed = await log('--zone', 'UTC')
  expect(printed.code).toBe(0)
  const [heading, ...lines] = printed.stdout.trimEnd().split('\n')
  expect(heading).toMatch(/^ *Time +User +Mailroom +What +Person +Messages$/)
  expect(lines.map((line) => line.replace(/^[\d-]+ [\d:]+ +/, ''))).toEqual([
    expect.stringMatching(/^ada +=Ada’s Mailroom +opened +[0-9a-f]{12}$/),
    expect.stringMatching(/^ada +=Ada’s Mailroom +exported +1200$/),
    expect.stringMatching(/^postgres +log-all$/),
  ])
  const one = await log('--person', 'Eve@shop.example', '--json')
  expect(JSON.parse(one.stdout)).toMatchObject({ role: 'ada', kind: 'opened', messages: null })
  expect((await log('--limit', '2', '--json')).stdout.trim().split('\n')).toHaveLength(2)
  await server.as('postgres').script("INSERT INTO mailroom.access (at, kind) VALUES ('2020-01-02 00:00Z', 'erased')")
  expect((await log('--until', '2020-01-01', '--zone', 'UTC')).code).toBe(4)
  expect((await log('--since', '2020-01-01', '--who', 'postgres', '--json')).stdout).toContain('log-all')
  const file = join(await temporaryFolder(), 'log.csv')
  expect((await log('--csv', file, '--kind', 'exported')).code).toBe(0)
  const [head, line] = readFileSync(file, 'utf8').split('\r\n')
  expect(head).toBe('Time,User,Mailroom,What,Person,Messages')
  expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,ada,'=Ada’s Mailroom,exported,,1200$/)
  const refused = await run(server, ['access-log', ...flagsOf(server, 'ada')])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('Run the command as the archive’s owner')
  const changed = await run(server, ['access-log', ...flagsOf(server, 'ada'), '--log', 'none'])
  expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining('permission denied') as string })
  const both = await log('--log', 'none', '--since', '2026-01-01')
  expect(both).toMatchObject({ code: 2, stdout: '' })
  expect(both.stderr).toContain('With --log, leave out --since: --log chooses what is logged from now on')
  expect((await log('--json')).stdout).not.toContain('log-none')
  expect((await log('--log', 'some')).stderr).toBe('--log takes one of none, changes, all, not "some".\n')
  expect((await log('--since', 'soon')).stderr).toBe('--since takes a day such as 2026-01-31, not "soon".\n')
})
