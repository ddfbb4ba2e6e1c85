import { afterEach, expect, test } from 'vitest'
import { lockDataFolder } from '#core/node/index.ts'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { filledFolder } from '../cli/support/filled-folder.ts'
import { runCli } from '../cli/support/run-cli.ts'
import { canHavePrivateKeychain, startPrivateKeychain } from '#test/support/private-keychain.ts'
import { newProfile } from '#test/contract/example-accounts.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { bootMain, type BootOptions } from './boot.ts'

const running = new Set<{ close(): Promise<void> }>()
afterEach(async () => {
  for (const main of running) await main.close()
  running.clear()
})

async function start(typed: readonly string[], options: Partial<BootOptions> = {}) {
  const main = await bootMain({ dataFolder: '', typed, ...options })
  running.add(main)
  return main
}

async function run(typed: readonly string[], options?: Partial<BootOptions>) {
  const main = await start(typed, options)
  const code = await main.exited
  return { code, stdout: main.printed(), stderr: main.said(), end: main.end() }
}

const noWindow = { windows: 0, asksForLock: false }

test('the packaged program searches on every system without a window or a display', async () => {
  const { data } = await filledFolder()
  const search = ['search', '--data', data, '--limit', '3']
  const wanted = await runCli(search)
  expect(wanted.stdout.split('\n')).toHaveLength(4)
  for (const platform of ['linux', 'win32', 'darwin'] as const) {
    const ended = await run(search, { platform })
    expect(ended, platform).toMatchObject({ code: 0, stdout: wanted.stdout, stderr: '' })
    expect(ended.end, platform).toMatchObject({ ...noWindow, wasReady: false, hidesDock: platform === 'darwin' })
    // The arguments as a desktop launcher passes them.
    const launched = await run(['--ozone-platform=headless', '--', ...search], { platform })
    expect(launched, platform).toMatchObject({ code: 0, stdout: wanted.stdout })
  }
})

test('each command ends with its exit code', async () => {
  const { data } = await filledFolder()
  expect(await run(['--help'])).toMatchObject({ code: 0, stdout: (await runCli(['--help'])).stdout })
  expect(await run(['--version'])).toMatchObject({ code: 0, stdout: (await runCli(['--version'])).stdout })
  const nothing = await run(['search', 'subject:nowhere', '--data', data])
  expect(nothing).toMatchObject({
    code: (await runCli(['search', 'subject:nowhere', '--data', data])).code,
    stdout: '',
  })
  const wrong = await run(['--', 'serach'])
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean search?') as string })
  expect(await run(['--'])).toMatchObject({ code: 2, end: noWindow })
  expect(await run([`--data=${data}`, 'search'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'Give the command before its flags. See mailroom --help.\n',
  })
  const lock = lockDataFolder(data, { pid: 4711, host: 'Electron' })
  const busy = await run(['sync', '--data', data, '--from', 'all'])
  lock.release()
  expect(busy).toMatchObject({ code: 75, end: noWindow })
})

test('with the key in the environment, it syncs without a keychain, and an interrupt ends it', () =>
  withDataFolder(async (data) => {
    const sandbox = await createSandbox({ smtp: false, scenario: 'empty' })
    const { user, key } = sandbox.credentials
    const env = { MAILROOM_KEY: key }
    const place = ['--url', sandbox.url, '--user', user, '--data', data]
    const added = await run(['accounts', 'add', '--name', 'Shop', ...place], { env })
    expect(added).toMatchObject({ code: 0, stdout: 'Shop was added.\n', end: { ...noWindow, wasReady: false } })
    await sandbox.control.setFaults([{ kind: 'hang', path: '*' }])
    const sync = await start(['sync', '--data', data, '--from', 'all'], { env })
    await expect.poll(() => sandbox.control.requests().some(({ fault }) => fault === 'hang')).toBe(true)
    sync.signal('SIGINT')
    expect(await sync.exited).toBe(130)
    await sandbox.close()
  }))

test.skipIf(!canHavePrivateKeychain())('a key is stored in the keychain, for which Electron becomes ready', () =>
  withDataFolder(async (data) => {
    const keychain = await startPrivateKeychain()
    const sandbox = await createSandbox({ smtp: false, scenario: 'empty' })
    const { user, key } = sandbox.credentials
    const main = await bootMain({ dataFolder: data, env: keychain.env })
    const profile = { ...newProfile(), baseUrl: sandbox.url, user }
    await main.invoke('accounts.create', { profile, key, keep: 'keychain' })
    await main.close()
    const checked = await run(['accounts', 'check', '--data', data], { env: keychain.env })
    expect(checked).toMatchObject({ code: 0, end: { ...noWindow, wasReady: true } })
    await sandbox.close()
  }),
)
