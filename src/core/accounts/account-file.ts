import { z } from 'zod'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { accountProfile } from '#shared/contract/accounts.ts'
import { learned } from '../api/index.ts'
import { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'

const storedAccount = z.object({
  ...accountProfile.shape,
  id: z.string().min(1),
  kind: z.enum(['service', 'sandbox']),
  createdAt: z.number(),
  /** False for a key that was kept for one run only: at the next start it is missing, which is no fault. */
  keyInKeychain: z.boolean(),
  // What was learned can be learned again: a spelling of another version is dropped, not a reason to refuse the file.
  learned: learned.catch({}),
})
export type StoredAccount = Readonly<z.infer<typeof storedAccount>>

export type AccountList = { readonly accounts: readonly StoredAccount[]; readonly currentId: string | null }

const accountList = z.object({ accounts: z.array(z.unknown()), currentId: z.string().nullable() })

export function openAccountFile(ground: FileGround): Promise<JsonFile<AccountList>> {
  return JsonFile.inDataFolder<AccountList>(ground, {
    name: 'accounts.json',
    initial: { accounts: [], currentId: null },
    read: (parsed) => {
      const list = accountList.parse(parsed)
      // Defaults first: a file of an older version lacks what was added since.
      const accounts = list.accounts.map((entry) =>
        storedAccount.parse({ ...accountDefaults, learned: {}, keyInKeychain: true, ...(entry as object) }),
      )
      return { accounts, currentId: list.currentId }
    },
  })
}
