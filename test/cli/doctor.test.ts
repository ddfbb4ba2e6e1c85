import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { writeAccounts } from '#test/core/support/written-accounts.ts'
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
  test('a fresh folder is well: a line each, code 0, nothing made and nothing left', async () => {
    const [data, temporary] = [await temporaryFolder(), await temporaryFolder()]
    const run = spawnCli(['doctor', '--self', ...memory, '--data', data], { env: { TMPDIR: temporary } })
    const { code, stdout, stderr } = await run.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'All is well.\n' })
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .filter((each) => !each.startsWith('ok    ')),
    ).toEqual([])
    expect(await readdir(data)).toEqual([])
    expect(await readdir(temporary)).toEqual([])
  })

  test('a folder that is not there can be made, and is not', async () => {
    const above = await temporaryFolder()
    const { code, report } = await selfOf(join(above, 'to', 'come'))
    expect(code).toBe(0)
    expect(line(report, 'data folder')?.sentence).toContain('is not there yet and can be made')
    expect(await readdir(above)).toEqual([])
  })

  test('--json prints one object with the same fields in every check', async () => {
    const { report, stderr } = await selfOf(await temporaryFolder())
    expect(stderr).toBe('')
    expect(Object.keys(report)).toEqual(['ok', 'checks'])
    expect(report.checks.map(({ name }) => name)).toEqual([
      'program',
      'thread archive',
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
  })

  test.skipIf(process.platform === 'win32')(
    'a folder and a file that others may read are named with chmod',
    async () => {
      const data = await temporaryFolder()
      await chmod(data, 0o755)
      const open = await selfOf(data)
      expect([open.code, open.failed]).toEqual([1, ['permissions']])
      expect(line(open.report, 'permissions')).toMatchObject({
        sentence: expect.stringContaining('0755') as string,
        mend: `chmod 700 '${data}'`,
      })
      await chmod(data, 0o700)
      await mkdir(join(data, 'logs'))
      await writeFile(join(data, 'logs', 'mailroom.log'), '', { mode: 0o644 })
      const readable = await selfOf(data)
      expect([readable.code, readable.failed]).toEqual([1, ['permissions']])
      expect(line(readable.report, 'permissions')?.sentence).toContain('mailroom.log')
    },
  )

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('a read-only folder is named', async () => {
    const data = await temporaryFolder()
    await chmod(data, 0o500)
    onTestFinished(() => chmod(data, 0o700))
    expect(await selfOf(data)).toMatchObject({ code: 1, failed: ['data folder'] })
  })

  test('a file in place of the folder is named', async () => {
    const file = join(await temporaryFolder(), 'data')
    await writeFile(file, '', { mode: 0o600 })
    expect(await selfOf(file)).toMatchObject({ code: 1, failed: expect.arrayContaining(['data folder']) as string[] })
  })

  test.skipIf(process.platform !== 'linux')('a keychain that cannot be reached is a line and code 1', async () => {
    const run = spawnCli(['doctor', '--self', '--data', await temporaryFolder()], {
      env: { DBUS_SESSION_BUS_ADDRESS: 'disabled:', DISPLAY: '' },
    })
    const { code, stdout, stderr } = await run.ended
    expect({ code, stderr }).toEqual({ code: 1, stderr: '1 of 17 checks failed.\n' })
    expect(stdout).toMatch(/^FAIL {2}keychain: .*keychain.*\n {6}Start and unlock .* MAILROOM_KEY/m)
  })
})

describe('accounts', () => {
  const names = ['key', 'service', 'clock'].map((what) => `account Shop, ${what}`)

  test('an account whose key is given and whose service answers is well', async () => {
    const { data, env } = await account()
    const { code, failed, report } = await doctor(data, { env })
    expect([code, failed]).toEqual([0, []])
    expect(report.checks.slice(-4).map(({ name }) => name)).toEqual(['accounts', ...names])
    expect(report.checks.at(-1)?.sentence).toBe('The clocks of the service and of this computer agree.')
  })

  test('a missing key, a refused one and a service that is down are named', async () => {
    const { data, sandbox, env } = await account()
    const missing = await doctor(data)
    expect([missing.code, missing.failed]).toEqual([1, ['account Shop, key', 'account Shop, service']])
    const refused = await doctor(data, { env: { MAILROOM_KEY: 'a-wrong-key' } })
    expect([refused.code, refused.failed]).toEqual([1, ['account Shop, service']])
    expect(line(refused.report, 'account Shop, service')?.mend).toContain('Enter the key of Shop')
    expect(JSON.stringify(refused.report)).not.toContain('a-wrong-key')
    await sandbox.close()
    const down = await doctor(data, { env })
    expect([down.code, down.failed]).toEqual([1, ['account Shop, service']])
    expect(line(down.report, 'account Shop, service')?.sentence).toContain('refuses the connection')
  })

  test('a clock that is off is named with the difference', async () => {
    const date = new Date(Date.now() + 20 * 60_000).toUTCString()
    const server = await serve((_seen, response) => json(response, [], 200, { date }))
    onTestFinished(() => server.close())
    const data = await temporaryFolder()
    await writeAccounts(data, [{ id: 'shop', name: 'Shop', baseUrl: server.url }])
    await chmod(join(data, 'accounts.json'), 0o600)
    const { code, failed, report } = await doctor(data, { env: { MAILROOM_KEY: 'a-key' } })
    expect([code, failed]).toEqual([1, ['account Shop, clock']])
    expect(line(report, 'account Shop, clock')?.sentence).toContain('20 minutes behind that of the service')
  })

  test('a list of accounts that cannot be read is a line', async () => {
    const data = await temporaryFolder()
    await writeFile(join(data, 'accounts.json'), '{', { mode: 0o600 })
    expect(await doctor(data)).toMatchObject({ code: 1, failed: ['accounts'] })
  })

  test('a key of the environment that could be of two accounts is a line, which says what to change', async () => {
    const data = await temporaryFolder()
    await writeAccounts(data, [
      { id: 'one', name: 'EU 1' },
      { id: 'two', name: 'EU-1' },
    ])
    await chmod(join(data, 'accounts.json'), 0o600)
    const { code, failed, report } = await doctor(data, { env: { MAILROOM_KEY_EU_1: 'a-key' } })
    expect([code, failed]).toEqual([1, ['accounts']])
    expect(line(report, 'accounts')).toMatchObject({
      sentence: expect.stringContaining('of EU 1 and of EU-1') as string,
      mend: 'Change what the sentence names.',
    })
  })

  test('beside the running app it asks that one for a key that it alone has, and for its sandbox', async () => {
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
    expect(line(report, 'account Shop, service')?.sentence).toBe('The service takes the key of the running app.')
    expect(report.checks.filter(({ name }) => /^account .*, service$/.test(name))).toHaveLength(2)
  })
})
