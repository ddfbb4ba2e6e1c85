import type { CommandName } from '#shared/contract/table.ts'
import type { Driver } from './drivers/driver.ts'
import { ofAccount, type Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `domains.${string}`>

/** Names in `.invalid` never resolve, and nothing listens on the resolver’s port. */
async function aDomain(driver: Driver): Promise<{ accountId: string; name: string }> {
  await driver.invoke('settings.change', { dnsServers: ['127.0.0.1:9'], dnsPublicResolvers: false })
  return { ...(await ofAccount(driver)), name: 'shop.invalid' }
}

export const domainExamples: { readonly [Name in Commands]: Example<Name> } = {
  'domains.list': { input: ofAccount },
  'domains.save': {
    input: async (driver) => ({
      ...(await ofAccount(driver)),
      sending: 'shop.invalid',
      tracking: 'track.shop.invalid',
      email: 'postmaster@shop.invalid',
    }),
    mayRefuse: ['connection-refused'],
  },
  'domains.check': { input: aDomain },
  'domains.askService': { input: aDomain, mayRefuse: ['connection-refused'] },
  'domains.history': { input: aDomain },
  'domains.watch': { input: async (driver) => ({ ...(await aDomain(driver)), isOn: false }) },
}
