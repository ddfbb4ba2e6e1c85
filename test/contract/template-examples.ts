import type { Account } from '#shared/contract/accounts.ts'
import type { CommandName, CommandOutput } from '#shared/contract/table.ts'
import type { Driver } from './drivers/driver.ts'
import type { Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `templates.${string}`>

/** The templates of the app’s sandbox. */
export const templateExamples: { readonly [Name in Commands]: Example<Name> } = {
  'templates.list': { input: ofSandbox },
  'templates.get': { input: aTemplate },
  'templates.update': {
    input: async (driver) => ({ ...(await aTemplate(driver)), ...aContent(), ...aChange() }),
  },
  'templates.rollBack': { input: async (driver) => ({ ...(await aVersion(driver)), ...aChange() }) },
  'templates.create': {
    input: async (driver) => ({ ...(await ofSandbox(driver)), ...aContent(), effectId: crypto.randomUUID() }),
  },
  'templates.remove': { input: async (driver) => ({ ...(await aTemplate(driver)), effectId: crypto.randomUUID() }) },
  'templates.test': {
    input: async (driver) => ({
      ...(await aTemplate(driver)),
      effectId: crypto.randomUUID(),
      recipient: 'jane@example.org',
    }),
  },
  'templates.history': { input: aTemplate },
  'templates.version': { input: aVersion },
}

async function ofSandbox(driver: Driver): Promise<{ accountId: string }> {
  const { id } = (await driver.invoke('sandbox.explore', { scenario: 'empty' })) as Account
  return { accountId: id }
}

function aContent() {
  return {
    description: `Welcome ${crypto.randomUUID()}`,
    from: { address: 'shop@sender.example', name: 'Shop' },
    subject: 'Welcome, {{name}}',
    html: '<p>Welcome, {{name}}</p>',
    text: 'Welcome, {{name}}',
  }
}

const aChange = () => ({ effectId: crypto.randomUUID(), base: null })

async function aTemplate(driver: Driver): Promise<{ accountId: string; id: string }> {
  const { accountId } = await ofSandbox(driver)
  const input = { accountId, ...aContent(), effectId: crypto.randomUUID() }
  const { id } = (await driver.invoke('templates.create', input)) as CommandOutput<'templates.create'>
  return { accountId, id: id! }
}

async function aVersion(driver: Driver): Promise<{ accountId: string; id: string; version: string }> {
  const input = await aTemplate(driver)
  const { versions } = (await driver.invoke('templates.history', input)) as CommandOutput<'templates.history'>
  return { ...input, version: versions[0]!.id }
}
