import type { CommandName } from '#shared/contract/table.ts'
import { ofAccount, type Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `storage.${string}`>

const noRecords = () => ({ id: 'no-such-account' })

export const storageExamples: { readonly [Name in Commands]: Example<Name> } = {
  'storage.list': { input: () => undefined },
  'storage.cleanUp': {
    input: async (driver) => ({ ...(await ofAccount(driver)), part: 'sends', olderThanDays: 90 }),
  },
  'storage.putBack': { input: noRecords, mayRefuse: ['not-found'] },
  'storage.deleteRemoved': { input: noRecords, mayRefuse: ['not-found'] },
  'storage.deleteAside': { input: () => undefined },
}
