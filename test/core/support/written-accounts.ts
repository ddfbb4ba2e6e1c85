import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'

type Written = Partial<AccountProfile> & {
  readonly id: string
  readonly name: string
  readonly keyInKeychain?: boolean
  readonly kind?: 'service' | 'sandbox'
  readonly teamServer?: TeamServer
}

/** Writes accounts as the app saves them, with an unreachable service. The first one is the current account. */
export async function writeAccounts(dataFolder: string, accounts: readonly Written[]): Promise<void> {
  const stored = accounts.map((account) => ({
    ...accountDefaults,
    kind: 'service',
    baseUrl: 'http://127.0.0.1:9/v1',
    user: 'someone',
    createdAt: 0,
    keyInKeychain: true,
    learned: {},
    ...account,
  }))
  await mkdir(join(dataFolder, 'accounts'), { recursive: true })
  const currentId = accounts[0]?.id ?? null
  await writeFile(join(dataFolder, 'accounts.json'), JSON.stringify({ accounts: stored, currentId }))
}
