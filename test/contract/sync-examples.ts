import type { CommandName } from '#shared/contract/table.ts'
import { ofAccount, ofOwnAccount, type Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `sync.${string}`>

export const syncExamples: { readonly [Name in Commands]: Example<Name> } = {
  'sync.status': { input: ofAccount },
  'sync.now': { input: ofOwnAccount },
  'sync.configure': { input: async (driver) => ({ ...(await ofOwnAccount(driver)), options: { paused: true } }) },
  'sync.estimate': {
    input: async (driver) => ({ ...(await ofAccount(driver)), from: 1_700_000_000 }),
    mayRefuse: ['connection-refused'],
  },
}
