import type { CommandName } from '#shared/contract/table.ts'
import type { Driver } from './driver.ts'
import { ofAccount, type Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `notes.${string}`>

/** Notes on days. */
export const alertExamples: { readonly [Name in Commands]: Example<Name> } = {
  'notes.list': {
    input: async (driver) => ({ ...(await ofAccount(driver)), from: '2026-01-01', to: '2026-01-31', zone: 'UTC' }),
  },
  'notes.add': { input: aNewNote },
  'notes.change': { input: async (driver) => ({ ...(await aNote(driver)), day: '2026-01-16', text: 'New price' }) },
  'notes.remove': { input: aNote },
  'notes.restore': { input: aNote },
}

async function aNewNote(driver: Driver) {
  return { ...(await ofAccount(driver)), id: crypto.randomUUID(), day: '2026-01-15', text: 'New footer' }
}

async function aNote(driver: Driver): Promise<{ accountId: string; id: string }> {
  const { accountId, id, ...note } = await aNewNote(driver)
  await driver.invoke('notes.add', { accountId, id, ...note })
  return { accountId, id }
}
