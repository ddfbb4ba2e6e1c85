import type { CommandName } from '#shared/contract/table.ts'
import type { Driver } from './drivers/driver.ts'
import { ofAccount, type Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `blacklists.${string}`>

async function aScope(driver: Driver) {
  return {
    ...(await ofAccount(driver)),
    type: 'bounces',
    text: 'jane',
    list: null,
    reason: '550 user unknown',
    domain: 'example.org',
    from: 1_700_000_000,
    to: 1_800_000_000,
    other: { type: 'complaints', isOn: false },
    grouped: true,
    sort: { field: 'since', descending: true } as const,
  }
}

/** Nothing has been read from the account’s lists: the outputs are empty but valid. */
export const blacklistExamples: { readonly [Name in Commands]: Example<Name> } = {
  'blacklists.state': { input: ofAccount },
  'blacklists.read': {
    input: async (driver) => ({ ...(await ofAccount(driver)), ifOlderThan: null, types: ['bounces'] }),
  },
  'blacklists.visit': { input: ofAccount },
  'blacklists.rows': { input: async (driver) => ({ ...(await aScope(driver)), offset: 0, limit: 10 }) },
  'blacklists.addresses': {
    input: async (driver) => ({ ...(await aScope(driver)), edition: 'none none', ranges: [{ first: 0, last: 3 }] }),
  },
  'blacklists.growth': {
    input: async (driver) => ({
      ...(await ofAccount(driver)),
      type: 'bounces',
      starts: [1_700_000_000, 1_700_086_400],
    }),
  },
  'blacklists.entries': {
    input: async (driver) => ({ ...(await ofAccount(driver)), type: 'bounces', email: 'jane@example.org' }),
  },
  'blacklists.add': {
    input: async (driver) => ({
      ...(await ofAccount(driver)),
      type: 'bounces',
      email: 'jane@example.org',
      reason: 'asked for it',
      list: '',
    }),
    mayRefuse: ['connection-refused'],
  },
  'blacklists.remove': {
    input: async (driver) => ({ ...(await ofAccount(driver)), type: 'bounces', emails: ['jane@example.org'] }),
  },
  'blacklists.log': { input: ofAccount },
  'blacklists.check': { input: async (driver) => ({ ...(await ofAccount(driver)), text: 'Jane <jane@example.org>' }) },
  'blacklists.export': { input: async (driver) => ({ ...(await aScope(driver)), format: 'csv' }) },
}
