import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { writeAccounts } from '#test/core/support/written-accounts.ts'
import { canHavePrivateKeychain, startPrivateKeychain } from '#test/support/private-keychain.ts'
import { account, startSandbox } from './support/cli-account.ts'
import { runCli, spawnCli, startCli } from './support/run-cli.ts'

/** A D-Bus address without a listener, as on a server without a keychain. */
const withoutKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', DISPLAY: '' }

describe('where the keys of accounts come from', () => {
  test.skipIf(process.platform !== 'linux')(
    'an account can be removed without a keychain and without a key',
    async () => {
      const { data } = await account()
      const remove = ['accounts', 'remove', 'Shop', '--yes', '--data', data]
      const { code, stdout, stderr } = await spawnCli(remove, { env: withoutKeychain }).ended
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'Shop was removed. Its messages stay on this disk.\n' })
      expect(stderr).toBe('No keychain was available. If a keychain holds the account’s key, the key is still there.\n')
      expect((await runCli(['accounts', '--data', data])).code).toBe(4)
    },
  )

  test.skipIf(!canHavePrivateKeychain())('an account whose key is in a locked keychain is not removed', async () => {
    const keychain = await startPrivateKeychain()
    const data = await temporaryFolder()
    const place = ['--name', 'Shop', '--url', 'http://127.0.0.1:9/v1', '--user', 'someone', '--data', data]
    const added = await spawnCli(['accounts', 'add', ...place, '--no-check'], { env: keychain.env, input: 'a-key\n' })
      .ended
    expect(added).toMatchObject({ code: 0 })
    await keychain.lock()
    const remove = ['accounts', 'remove', 'Shop', '--yes', '--data', data]
    const { code, stdout, stderr } = await spawnCli(remove, { env: keychain.env }).ended
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('keychain is locked')])
    expect((await runCli(['accounts', '--data', data])).code).toBe(0)
  })

  test('each account has its own variable, and MAILROOM_KEY applies to the others', async () => {
    const { sandbox, data, env } = await account()
    const { key, user } = sandbox.credentials
    const add = ['accounts', 'add', '--url', sandbox.url, '--user', user, '--data', data, '--name']
    expect(
      await runCli([...add, 'Süd & West'], { env: { MAILROOM_KEY: 'wrong', MAILROOM_KEY_SUD_WEST: key } }),
    ).toMatchObject({ code: 0 })
    const check = async (name: string, keys: NodeJS.ProcessEnv) =>
      (await runCli(['accounts', 'check', '--data', data, '--account', name], { env: keys })).code
    const both = { MAILROOM_KEY: 'wrong', MAILROOM_KEY_SHOP: key }
    expect([await check('Shop', both), await check('Süd & West', both), await check('Süd & West', env)]).toEqual([
      0, 1, 0,
    ])
    expect(await runCli([...add, 'Sud-West'], { env })).toMatchObject({ code: 0 })
    const unclear = await runCli(['accounts', 'check', '--data', data, '--account', 'Sud-West'], {
      env: { MAILROOM_KEY_SUD_WEST: key },
    })
    expect(unclear).toMatchObject({ code: 2, stdout: '' })
    expect(unclear.stderr).toContain('MAILROOM_KEY_SUD_WEST could be the key for Sud-West or for Süd & West')
    expect(await check('Sud-West', env)).toBe(0)
  })

  test('a key in the environment takes precedence over one entered only for a run of the app', async () => {
    const sandbox = await startSandbox()
    const { key, user } = sandbox.credentials
    const data = await temporaryFolder()
    await writeAccounts(data, [{ id: 'shop', name: 'Shop', baseUrl: sandbox.url, user, keyInKeychain: false }])
    const check = await runCli(['accounts', 'check', '--data', data], { env: { MAILROOM_KEY: key } })
    expect(check).toEqual({ code: 0, stdout: 'Shop: the service accepts the key.\n', stderr: '' })
  })
})

describe('at a prompt', () => {
  const ends = [
    ['Ctrl+C', '\u0003', 130],
    ['Ctrl+D', '\u0004', 1],
    ['n', 'n\r', 1],
  ] as const

  test.each(ends)('%s at the prompt of a removal removes nothing and prints no error', async (_key, typed, code) => {
    const { data, env } = await account()
    const started = startCli(['accounts', 'remove', 'Shop', '--data', data], { env, isTerminal: true })
    await expect.poll(() => started.said()).toContain('[y/N]')
    started.type(typed)
    const { stderr, ...ended } = await started.ended
    expect(ended).toEqual({ code, stdout: '' })
    expect(stderr).not.toMatch(/Something|at /)
    expect((await runCli(['accounts', '--data', data])).code).toBe(0)
  })

  test('Ctrl+C instead of a key prints nothing', async () => {
    const data = await temporaryFolder()
    const place = ['--name', 'Shop', '--url', 'http://127.0.0.1:9/v1', '--user', 'someone', '--data', data]
    const started = startCli(['accounts', 'add', ...place], { isTerminal: true })
    await expect.poll(() => started.said()).toContain('API key for someone:')
    started.type('half a ke\u0003')
    const { stderr, ...ended } = await started.ended
    expect(ended).toEqual({ code: 130, stdout: '' })
    expect(stderr.trim()).toBe('API key for someone:')
  })
})

test('a missing data folder given by a flag is an error, except when an account is added', async () => {
  const data = join(await temporaryFolder(), 'typo')
  const gone = (name: string) => ({
    code: 2,
    stdout: '',
    stderr: `The folder ${data} given by ${name} does not exist. Check the path.\n`,
  })
  for (const words of [['accounts'], ['accounts', 'check'], ['search'], ['stats'], ['export', '--out', '-']]) {
    expect(await runCli([...words, '--data', data]), words.join(' ')).toEqual(gone('--data'))
  }
  expect(await runCli(['search'], { env: { MAILROOM_DATA: data } })).toEqual(gone('MAILROOM_DATA'))
  const profile = [
    '--name',
    'A',
    '--url',
    'https://mail.example/v1',
    '--user',
    'u',
    '--no-check',
    '--secrets',
    'memory',
  ]
  const added = await runCli(['accounts', 'add', ...profile, '--data', data], { env: { MAILROOM_KEY: 'x' } })
  expect(added).toMatchObject({ code: 0 })
})

test('messages written for the app are reworded for the command line', async () => {
  const data = await temporaryFolder()
  const add = ['accounts', 'add', '--name', 'A', '--url', 'http://mail.example/v1', '--user', 'u', '--data', data]
  const plain = await runCli(add, { env: { MAILROOM_KEY: 'x' } })
  expect(plain).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('accept the risk with --plain-http') as string,
  })
  await writeAccounts(data, [{ id: 'sandbox', name: 'Sandbox', keyInKeychain: false, kind: 'sandbox' }])
  for (const command of [
    ['accounts', 'check'],
    ['sync', '--from', 'all'],
  ]) {
    const inside = await runCli([...command, '--data', data], { env: { MAILROOM_KEY: 'x' } })
    expect(inside).toMatchObject({ code: 1, stderr: expect.stringContaining('runs only inside the app') as string })
  }
})
