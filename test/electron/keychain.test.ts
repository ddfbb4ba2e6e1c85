import { expect, test } from 'vitest'
import type { Account } from '#shared/contract/accounts.ts'
import { newProfile } from '#test/contract/example-accounts.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { canHavePrivateKeychain, startPrivateKeychain } from '#test/support/private-keychain.ts'
import { bootMain } from './boot.ts'

test.skipIf(!canHavePrivateKeychain())('a keychain that hangs blocks neither the page nor the app’s settings', () =>
  withDataFolder(async (dataFolder) => {
    const keychain = await startPrivateKeychain()
    const first = await bootMain({ dataFolder, env: keychain.env })
    const ids: string[] = []
    for (let count = 0; count < 6; count++) {
      const input = { profile: newProfile(), key: 'a-key', keep: 'keychain' } as const
      ids.push((await first.invoke('accounts.create', input)).id)
    }
    await first.close()

    keychain.hang()
    const main = await bootMain({ dataFolder, env: keychain.env })
    const settled: Account[] = []
    // More questions than Node has threads for file access.
    const asked = ids.map(async (id) => settled.push(await main.invoke('accounts.refresh', { id })))
    expect(await main.electron.fetch('app://mailroom/index.html')).toMatchObject({ status: 200 })
    expect(await main.invoke('settings.change', { theme: 'dark' })).toMatchObject({ theme: 'dark' })
    expect(await main.invoke('logs.read', { limit: 10 })).toBeInstanceOf(Array)
    expect(settled).toEqual([])

    keychain.wake()
    await Promise.all(asked)
    expect(settled.map(({ keyState }) => keyState)).toEqual(Array(6).fill('stored'))
    await main.close()
  }),
)
