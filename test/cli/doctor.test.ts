import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { addressOf, teamArchive, versions } from '#test/core/archive/server/administration/team-server.ts'
import { hasPostgres } from '#test/core/archive/support/open-server.ts'
import { writeAccounts } from '#test/core/support/written-accounts.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { newProfile } from '#test/contract/example-accounts.ts'
import { json, serve } from '#test/support/api-client.ts'
import { startTestHost } from '#test/support/browser-host.ts'
import { askApp } from '#test/support/test-ports.ts'
import { account, startSandbox } from './support/cli-account.ts'
import { runCli, spawnCli } from './support/run-cli.ts'

type Line = { name: string; ok: boolean; sentence: string; mend: string | null }
type Report = { ok: boolean; checks: Line[] }

const memory = ['--secrets', 'memory']

async function doctor(data: string, { env, flags = [] }: { env?: NodeJS.ProcessEnv; flags?: readonly string[] } = {}) {
  const { code, stdout, stderr } = await runCli(['doctor', '--json', ...memory, ...flags, '--data', data], {
    ...(env && { env }),
  })
  const report = JSON.parse(stdout) as Report
  return { code, stderr, report, failed: report.checks.filter(({ ok }) => !ok).map(({ name }) => name) }
}

const selfOf = (data: string) => doctor(data, { flags: ['--self'] })
const line = ({ checks }: Report, name: string) => checks.find((each) => each.name === name)

describe('the program and its computer', () => {
  test('a fresh folder passes with one line for each check and code 0, and is not changed', async () => {
    const [data, temporary] = [await temporaryFolder(), await temporaryFolder()]
    const run = spawnCli(['doctor', '--self', ...memory, '--data', data], { env: { TMPDIR: temporary } })
    const { code, stdout, stderr } = await run.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'All checks passed.\n' })
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .filter((each) => !each.startsWith('ok    ')),
    ).toEqual([])
    expect(await readdir(data)).toEqual([])
    expect(await readdir(temporary)).toEqual([])
  })

  test('--json prints one object with the same fields in every check, and reports a folder that others may enter', async () => {
    const data = await temporaryFolder()
    await chmod(data, 0o755)
    const { code, report, stderr, failed } = await selfOf(data)
    expect(stderr).toBe('')
    expect(Object.keys(report)).toEqual(['ok', 'checks'])
    expect(report.checks.map(({ name }) => name)).toEqual([
      'program',
      'thread archive',
      'thread team-archive',
      'thread import',
      'thread blacklists',
      'thread bodies',
      'thread sandbox',
      'inlined css',
      'text version',
      'database',
      'page',
      'keychain',
      'data folder',
      'permissions',
      'disk',
      'clock',
      'proxy',
      'authorities',
    ])
    for (const check of report.checks) expect(Object.keys(check)).toEqual(['name', 'ok', 'sentence', 'mend'])
    // Windows has no such permissions.
    expect([code, failed]).toEqual(process.platform === 'win32' ? [0, []] : [1, ['permissions']])
  })

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('a read-only folder is reported', async () => {
    const data = await temporaryFolder()
    await chmod(data, 0o500)
    onTestFinished(() => chmod(data, 0o700))
    expect(await selfOf(data)).toMatchObject({ code: 1, failed: ['data folder'] })
  })

  test.skipIf(process.platform !== 'linux')(
    'an unreachable keychain is reported with code 1, and a missing folder is not created',
    async () => {
      const above = await temporaryFolder()
      const run = spawnCli(['doctor', '--self', '--data', join(above, 'to', 'come')], {
        env: { DBUS_SESSION_BUS_ADDRESS: 'disabled:', DISPLAY: '' },
      })
      const { code, stdout, stderr } = await run.ended
      expect({ code, stderr }).toEqual({ code: 1, stderr: '1 of 18 checks failed.\n' })
      expect(stdout).toMatch(/^FAIL {2}keychain: .*keychain.*\n {6}Start and unlock .* MAILROOM_KEY/m)
      expect(stdout).toMatch(/^ok {4}data folder: .* doesn’t exist yet, but can be created\.$/m)
      expect(await readdir(above)).toEqual([])
    },
  )
})

describe('accounts', () => {
  const namesOf = (account: string) => ['key', 'service', 'clock'].map((what) => `account ${account}, ${what}`)

  test('an account with a key and a working service passes', async () => {
    const { data, env } = await account()
    const { code, failed, report } = await doctor(data, { env })
    expect([code, failed]).toEqual([0, []])
    expect(report.checks.slice(-4).map(({ name }) => name)).toEqual(['accounts', ...namesOf('Shop')])
    expect(report.checks.at(-1)?.sentence).toBe('This computer’s clock matches the service’s clock.')
  })

  test('a missing key, a refused key, an unavailable service and a wrong clock are reported', async () => {
    const sandbox = await startSandbox()
    const date = new Date(Date.now() + 20 * 60_000).toUTCString()
    const server = await serve((_seen, response) => json(response, [], 200, { date }))
    onTestFinished(() => server.close())
    const data = await temporaryFolder()
    const { user } = sandbox.credentials
    await writeAccounts(data, [
      { id: 'keyless', name: 'Keyless', baseUrl: sandbox.url, user },
      { id: 'refused', name: 'Refused', baseUrl: sandbox.url, user },
      { id: 'down', name: 'Down' },
      { id: 'fast', name: 'Fast', baseUrl: server.url },
    ])
    await chmod(join(data, 'accounts.json'), 0o600)
    const env = { MAILROOM_KEY_REFUSED: 'a-wrong-key', MAILROOM_KEY_DOWN: 'a-key', MAILROOM_KEY_FAST: 'a-key' }
    const { code, failed, report } = await doctor(data, { env })
    const [keyless, refused, down, fast] = ['Keyless', 'Refused', 'Down', 'Fast'].map(namesOf)
    expect(code).toBe(1)
    expect(report.checks.slice(-12).map(({ name }) => name)).toEqual([keyless, refused, down, fast].flat())
    expect(failed).toEqual([...keyless!.slice(0, 2), refused![1], down![1], fast![2]])
    expect(line(report, refused![1]!)?.mend).toContain('Enter the key for Refused')
    expect(JSON.stringify(report)).not.toContain('a-wrong-key')
    expect(line(report, down![1]!)?.sentence).toContain('refused the connection')
    expect(line(report, fast![2]!)?.sentence).toContain('20 minutes behind the service’s clock')
  })

  test.skipIf(!hasPostgres)(
    'a team archive is checked, with everyone’s rights and the Mailroom that syncs',
    async () => {
      const postgres = await teamArchive({ bin: versions[0]! })
      await postgres.as('postgres').script(`
      CREATE ROLE eve LOGIN PASSWORD '${postgres.password}'; CREATE ROLE olga LOGIN PASSWORD '${postgres.password}';
      GRANT mailroom_owner TO olga;
      UPDATE lease SET name = 'Ada’s Mailroom', since = now(), until = now() + interval '1 hour'`)
      const env = { MAILROOM_KEY: 'a-key', MAILROOM_TEAM_PASSWORD: postgres.password, PGPASSFILE: '/nowhere' }
      const checked = async (teamServer: TeamServer, given: NodeJS.ProcessEnv = env) => {
        const data = await temporaryFolder()
        await writeAccounts(data, [{ id: 'shop', name: 'Shop', teamServer }])
        const { report } = await doctor(data, { env: given })
        return line(report, 'account Shop, team archive')!
      }
      const as = (user: string) => checked(addressOf(postgres, { user }))
      for (const [user, role] of [
        ['ada', 'a writer of the archive'],
        ['bob', 'a reader and can’t write to the archive'],
        ['olga', 'an owner of the archive'],
      ] as const) {
        const { ok, sentence, mend } = await as(user)
        expect({ ok, mend }).toEqual({ ok: true, mend: null })
        expect(sentence).toMatch(/^PostgreSQL \d+\.\d+ at 127\.0\.0\.1 responds\. /)
        expect(sentence).toContain(` The user ${user} is ${role}. The archive is synced by Ada’s Mailroom.`)
      }
      expect(await as('eve')).toMatchObject({
        ok: false,
        sentence: expect.stringContaining('The user eve is not allowed to use the team archive') as string,
        mend: 'Ask an owner of the archive for access.',
      })
      expect(await checked(addressOf(postgres, { user: 'ada' }), { ...env, MAILROOM_TEAM_PASSWORD: '' })).toMatchObject(
        {
          sentence: 'Mailroom has no password for ada at 127.0.0.1.',
          mend: 'Set MAILROOM_TEAM_PASSWORD, or add it to a PostgreSQL password file.',
        },
      )
      expect(await checked({ ...addressOf(postgres, { user: 'ada' }), port: 9 })).toEqual({
        name: 'account Shop, team archive',
        ok: false,
        sentence: 'The server at 127.0.0.1 does not respond on port 9.',
        mend: 'Check the network and the server at 127.0.0.1, then run the command again.',
      })
    },
  )

  test('clocks are not compared with a service that did not respond, and a sandbox is not called without the app', async () => {
    const data = await temporaryFolder()
    await writeAccounts(data, [
      { id: 'down', name: 'Down' },
      { id: 'trial', name: 'Trial', kind: 'sandbox' },
    ])
    await chmod(join(data, 'accounts.json'), 0o600)
    const { failed, report } = await doctor(data, { env: { MAILROOM_KEY_DOWN: 'a-key' } })
    expect(failed).toEqual(['account Down, service'])
    expect(report.checks.slice(-2)).toEqual([
      {
        name: 'account Down, clock',
        ok: true,
        sentence: 'The clocks were not compared, because the service was not called from here or did not respond.',
        mend: null,
      },
      {
        name: 'account Trial, service',
        ok: true,
        sentence: 'The sandbox runs only inside the app, and the app is not open.',
        mend: null,
      },
    ])
  })

  test('an unreadable list of accounts is reported', async () => {
    const data = await temporaryFolder()
    await writeFile(join(data, 'accounts.json'), '{', { mode: 0o600 })
    expect(await doctor(data)).toMatchObject({ code: 1, failed: ['accounts'] })
  })

  test('a key in the environment that fits two accounts is reported, with a remedy', async () => {
    const data = await temporaryFolder()
    await writeAccounts(data, [
      { id: 'one', name: 'EU 1' },
      { id: 'two', name: 'EU-1' },
    ])
    await chmod(join(data, 'accounts.json'), 0o600)
    const { code, failed, report } = await doctor(data, { env: { MAILROOM_KEY_EU_1: 'a-key' } })
    expect([code, failed]).toEqual([1, ['accounts']])
    expect(line(report, 'accounts')).toMatchObject({
      sentence: expect.stringContaining('for EU 1 or for EU-1') as string,
      mend: 'Fix this problem, then run the check again.',
    })
  })

  test('the running app is asked for its sandbox, and for a key that only the app has', async () => {
    const sandbox = await startSandbox()
    const { user, key } = sandbox.credentials
    const data = await temporaryFolder()
    const host = await startTestHost({ dataFolder: data })
    onTestFinished(() => host.close())
    const ask = askApp(host.app)
    const profile = { ...newProfile(), name: 'Shop', baseUrl: sandbox.url, user }
    await ask('accounts.create', { profile, key, keep: 'this-run' })
    await ask('sandbox.explore', { scenario: 'empty' })
    const { code, failed, report } = await doctor(data)
    expect([code, failed]).toEqual([0, []])
    expect(line(report, 'account Shop, key')?.sentence).toBe('The running app has the key.')
    expect(line(report, 'account Shop, service')?.sentence).toBe('The service accepts the running app’s key.')
    expect(report.checks.filter(({ name }) => /^account .*, service$/.test(name))).toHaveLength(2)
  })
})
