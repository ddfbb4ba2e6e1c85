import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountDefaults } from '#shared/contract/account-defaults.ts'

/** The only account in a data folder made by `useArchive`. */
export const benchAccount = 'bench'

/** Adds an account with this archive to a data folder, as after a sync; its service is unreachable. */
export async function useArchive(dataFolder: string, archive: string, lastView: string): Promise<void> {
  const account = {
    ...accountDefaults,
    id: benchAccount,
    name: 'Bench',
    kind: 'service',
    baseUrl: 'http://127.0.0.1:9/v1',
    user: 'bench',
    createdAt: 0,
    keyInKeychain: false,
    learned: {},
  }
  await writeFile(join(dataFolder, 'accounts.json'), JSON.stringify({ accounts: [account], currentId: benchAccount }))
  await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ lastView }))
  await mkdir(join(dataFolder, 'accounts'))
  await symlink(archive, join(dataFolder, 'accounts', benchAccount))
}
