import type { CommandName } from '#shared/contract/table.ts'
import type { Driver } from './drivers/driver.ts'
import { ofAccount, type Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `alerts.${string}` | `notes.${string}`>

/** Alerts and the notes they create. */
export const alertExamples: { readonly [Name in Commands]: Example<Name> } = {
  'notes.list': {
    input: async (driver) => ({ ...(await ofAccount(driver)), from: '2026-01-01', to: '2026-01-31', zone: 'UTC' }),
  },
  'notes.add': { input: aNewNote },
  'notes.change': { input: async (driver) => ({ ...(await aNote(driver)), day: '2026-01-16', text: 'New price' }) },
  'notes.remove': { input: aNote },
  'notes.restore': { input: aNote },
  'alerts.list': { input: ofAccount },
  'alerts.markSeen': { input: ofAccount },
  'alerts.save': { input: aNewRule },
  'alerts.remove': { input: aRule },
  'alerts.try': { input: aNewRule },
  'alerts.setQuiet': {
    input: async (driver) => ({
      ...(await ofAccount(driver)),
      quiet: { isOn: true, from: 1320, to: 420, zone: 'Europe/Paris' },
    }),
  },
}

async function aNewRule(driver: Driver) {
  const condition = { kind: 'silence' as const, hours: 24 }
  const rule = { id: crypto.randomUUID(), name: 'No messages sent', isOn: true, zone: 'UTC', search: '', condition }
  return { ...(await ofAccount(driver)), rule }
}

async function aRule(driver: Driver): Promise<{ accountId: string; id: string }> {
  const { accountId, rule } = await aNewRule(driver)
  await driver.invoke('alerts.save', { accountId, rule })
  return { accountId, id: rule.id }
}

async function aNewNote(driver: Driver) {
  return { ...(await ofAccount(driver)), id: crypto.randomUUID(), day: '2026-01-15', text: 'New footer' }
}

async function aNote(driver: Driver): Promise<{ accountId: string; id: string }> {
  const { accountId, id, ...note } = await aNewNote(driver)
  await driver.invoke('notes.add', { accountId, id, ...note })
  return { accountId, id }
}
