import { join } from 'node:path'
import { z } from 'zod'
import { accountDefaults, accountProfile, type AccountProfile } from '#shared/contract/accounts.ts'
import { JsonFile } from '../store/json-file.ts'

export type StoredAccount = AccountProfile & {
  readonly id: string
  readonly kind: 'service' | 'sandbox'
  readonly createdAt: number
  /** False for a key that was kept for one run only: at the next start it is missing, which is no fault. */
  readonly keyInKeychain: boolean
  /** What the account's service turned out to speak (a GET export, the blacklist path …), found out once. */
  readonly learned: Readonly<Record<string, string | number | boolean>>
}

export type AccountList = { readonly accounts: readonly StoredAccount[]; readonly currentId: string | null }

const storedAccount = z.object({
  ...accountProfile.shape,
  id: z.string().min(1),
  kind: z.enum(['service', 'sandbox']),
  createdAt: z.number(),
  keyInKeychain: z.boolean(),
  learned: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})

const accountList = z.object({ accounts: z.array(z.unknown()), currentId: z.string().nullable() })

type AccountFileOptions = {
  readonly folder: string
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}

export function openAccountFile({ folder, onBroken, now }: AccountFileOptions): Promise<JsonFile<AccountList>> {
  return JsonFile.open<AccountList>({
    path: join(folder, 'accounts.json'),
    initial: { accounts: [], currentId: null },
    read: (parsed) => {
      const list = accountList.parse(parsed)
      // Defaults first: a file of an older version lacks what was added since.
      const accounts = list.accounts.map((entry) =>
        storedAccount.parse({ ...accountDefaults, learned: {}, keyInKeychain: true, ...(entry as object) }),
      )
      return { accounts, currentId: list.currentId }
    },
    onBroken,
    now,
  })
}
