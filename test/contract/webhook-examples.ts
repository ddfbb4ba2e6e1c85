import type { Account } from '#shared/contract/accounts.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { Driver } from './drivers/driver.ts'
import type { Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `webhooks.${string}`>

/** Nothing listens there, so the sandbox refuses to save the webhook. */
const unreachable = 'http://127.0.0.1:9/hook'

export const webhookExamples: { readonly [Name in Commands]: Example<Name> } = {
  'webhooks.list': { input: ofSandbox },
  'webhooks.add': {
    input: async (driver) => ({
      ...(await ofSandbox(driver)),
      url: unreachable,
      description: 'Shop',
      events: ['delivered', 'opened'],
    }),
    mayRefuse: ['invalid-request'],
  },
  'webhooks.change': {
    input: async (driver) => ({
      ...(await noWebhook(driver)),
      url: unreachable,
      description: 'Store',
      events: ['clicked'],
    }),
    mayRefuse: ['not-found'],
  },
  'webhooks.remove': {
    input: async (driver) => ({ ...(await noWebhook(driver)), description: 'Shop' }),
    mayRefuse: ['not-found'],
  },
  'webhooks.test': {
    input: async (driver) => ({ ...(await noWebhook(driver)), description: 'Shop' }),
    mayRefuse: ['not-found'],
  },
  'webhooks.calls': {
    input: async (driver) => ({ ...(await noWebhook(driver)), page: 1 }),
    mayRefuse: ['not-found'],
  },
}

async function ofSandbox(driver: Driver): Promise<{ accountId: string }> {
  const { id } = (await driver.invoke('sandbox.explore', { scenario: 'empty' })) as Account
  return { accountId: id }
}

async function noWebhook(driver: Driver): Promise<{ accountId: string; webhookId: string }> {
  return { ...(await ofSandbox(driver)), webhookId: 'none' }
}
