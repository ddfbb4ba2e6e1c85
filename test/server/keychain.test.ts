import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { KeychainProcess, type StartKeychain } from '#core/keychain/index.ts'
import { forkKeychain } from '#core/node/index.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { newProfile } from '#test/contract/example-accounts.ts'
import { spawnBrowserHost } from '#test/support/browser-host.ts'
import { cleanEnvironment } from '#test/support/environment/clean-environment.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { HttpClient } from '#test/support/http-client.ts'
import { canHavePrivateKeychain, startPrivateKeychain } from '#test/support/private-keychain.ts'
import { workerCode } from '#test/support/worker-code.ts'

const asker = new URL('../support/keychain-state.ts', import.meta.url)
const key = 'canary-7fK2mmQ0vWx81LpTzR4nB9cdE5'

test.skipIf(!canHavePrivateKeychain())(
  'a key in the keychain survives a restart, and a locked keychain is reported as such',
  () =>
    withDataFolder(async (dataFolder) => {
      const keychain = await startPrivateKeychain()
      const start = async () => {
        const host = await spawnBrowserHost({ dataFolder, flags: [], env: keychain.env })
        return { host, client: await HttpClient.signIn(host.link) }
      }
      const keyStateOf = async (client: HttpClient) => {
        const { accounts } = (await client.invoke('accounts.list', undefined)) as { accounts: Account[] }
        return accounts.map(({ keyState }) => keyState)
      }

      const first = await start()
      expect(await first.client.invoke('keychain.state', undefined)).toMatchObject({ state: 'available' })
      await first.client.invoke('accounts.create', { profile: newProfile(), key, keep: 'keychain' })
      expect(await first.host.stop()).toBe(0)

      const second = await start()
      await eventually(async () => expect(await keyStateOf(second.client)).toEqual(['stored']))
      expect(await second.host.stop()).toBe(0)

      await keychain.lock()
      const third = await start()
      await eventually(async () => expect(await keyStateOf(third.client)).toEqual(['locked']))
      expect(await third.host.stop()).toBe(0)
    }),
)

test.skipIf(!canHavePrivateKeychain())('a keychain that hangs blocks only calls that need a key', () =>
  withDataFolder(async (dataFolder) => {
    const keychain = await startPrivateKeychain()
    const start = async () => {
      const host = await spawnBrowserHost({ dataFolder, flags: [], env: keychain.env })
      return { host, client: await HttpClient.signIn(host.link) }
    }
    const first = await start()
    const ids: string[] = []
    for (let count = 0; count < 6; count++) {
      const input = { profile: newProfile(), key, keep: 'keychain' }
      ids.push(((await first.client.invoke('accounts.create', input)) as Account).id)
    }
    expect(await first.host.stop()).toBe(0)

    keychain.hang()
    const { host, client } = await start()
    // More questions than Node has threads for file access.
    const settled: unknown[] = []
    const asked = [
      ...ids.map((id) => client.invoke('accounts.refresh', { id })),
      client.invoke('keychain.state', undefined),
    ].map(async (answer) => settled.push(await answer))

    const page = await client.signedIn({ path: '/' })
    expect(page.status).toBe(200)
    const script = /src="\.?(\/[^"]+\.js)"/.exec(page.body)?.[1]
    expect((await client.signedIn({ path: script! })).status).toBe(200)
    expect(await client.invoke('settings.change', { theme: 'dark' })).toMatchObject({ theme: 'dark' })
    expect(await client.invoke('logs.read', { limit: 10 })).toBeInstanceOf(Array)
    expect(settled).toEqual([])
    expect(await secretsInSight(host.process.pid!)).toEqual([])

    keychain.wake()
    await Promise.all(asked)
    const states = settled.map((answer) => (answer as Partial<Account>).keyState).filter(Boolean)
    expect(states).toEqual(Array(6).fill('stored'))
    expect(settled).toContainEqual(expect.objectContaining({ state: 'available' }))
    expect(await host.stop()).toBe(0)
  }),
)

test.skipIf(!canHavePrivateKeychain())(
  'the process of a keychain that hangs is ended, and a new process works again afterwards',
  async () => {
    const { env, hang, wake } = await startPrivateKeychain()
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const ended: Promise<unknown>[] = []
    const start: StartKeychain = (listeners) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ended.push(promise)
      const onExit = () => {
        resolve()
        listeners.onExit()
      }
      return forkKeychain(workerCode('keychain'))({ ...listeners, onExit })
    }
    const before = new KeychainProcess({ start })
    await before.set('an-account', key)
    before.close()
    hang()
    // Long enough to reach the native call. A keychain that hangs never responds, however slow the machine is.
    const hanging = new KeychainProcess({ start, timeout: 2000 })
    await expect(hanging.get('an-account')).rejects.toMatchObject({ code: 'keychain-timed-out' })
    // The native call that hung ended with its process.
    await ended[1]
    hanging.close()
    wake()
    const after = new KeychainProcess({ start })
    expect(await after.get('an-account')).toBe(key)
    expect(ended).toHaveLength(3)
    after.close()
    await Promise.all(ended)
  },
)

/** Secrets that other users of this machine could see in the arguments or environment of the host’s child processes. */
async function secretsInSight(pid: number): Promise<string[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  expect(children).toHaveLength(1)
  const files = children.flatMap((child) => [`/proc/${child}/cmdline`, `/proc/${child}/environ`])
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return files.filter((_file, index) => texts[index]!.includes(key))
}

test('without a keychain the app starts, and reports the state of the keychain', () =>
  withDataFolder(async (dataFolder) => {
    const env = { ...cleanEnvironment(), DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
    const host = await spawnBrowserHost({ dataFolder, flags: [], env })
    const client = await HttpClient.signIn(host.link)
    const { state, sentence } = (await client.invoke('keychain.state', undefined)) as Record<string, string>
    if (process.platform === 'linux') expect(state).toBeOneOf(['no-service', 'absent'])
    expect(sentence).toMatch(/\.$/)
    expect(await host.stop()).toBe(0)
  }))

test.skipIf(process.platform !== 'linux')('a keychain that never responds does not keep the host from closing', () =>
  withDataFolder(async (dataFolder) => {
    const path = join(dataFolder, 'bus')
    const bus = createServer().listen(path)
    const env = { ...cleanEnvironment(), DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }
    const host = await spawnBrowserHost({ dataFolder, flags: [], env })
    const client = await HttpClient.signIn(host.link)
    const asked = once(bus, 'connection')
    const state = client.invoke('keychain.state', undefined).catch(() => null)
    // If the keychain’s library is not installed, the call returns at once.
    await Promise.race([asked, state])
    expect(await host.stop()).toBe(0)
    await state
    bus.close()
  }),
)

test.skipIf(!canHavePrivateKeychain())('a keychain that does not respond in time is reported', () =>
  withDataFolder(async (dataFolder) => {
    const path = join(dataFolder, 'bus')
    const bus = createServer().listen(path)
    const env = { ...cleanEnvironment(), DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }
    const asking = spawn(process.execPath, [fileURLToPath(asker), '100'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let state = ''
    asking.stdout.setEncoding('utf8').on('data', (text: string) => (state += text))
    await once(asking, 'close')
    bus.close()
    expect(state).toBe('timed-out')
  }),
)
