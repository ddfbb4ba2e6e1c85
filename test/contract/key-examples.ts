import type { Account } from '#shared/contract/accounts.ts'
import type { KeyList, MadeKey } from '#shared/contract/keys.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { Driver } from './drivers/driver.ts'
import { ofAccount, type Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `keys.${string}` | `users.${string}`>

const anyAddress = () => ({ enabled: false, allowedIps: [] })

/** The API keys and users of the app’s sandbox. */
export const keyExamples: { readonly [Name in Commands]: Example<Name> } = {
  'keys.list': { input: ofSandbox },
  'keys.usage': { input: ofSandbox },
  'keys.create': { input: aNewKey },
  'keys.difference': {
    input: async (driver) => ({ ...(await ofAccount(driver)), outcomeId: crypto.randomUUID() }),
    mayRefuse: ['not-found'],
  },
  'keys.takeOver': {
    input: async (driver) => ({ ...(await ofAccount(driver)), outcomeId: crypto.randomUUID(), keyId: 'none' }),
    mayRefuse: ['not-found'],
  },
  'keys.copy': { input: aToken, mayRefuse: ['not-offered'] },
  'keys.addAccount': {
    input: async (driver) => ({ ...(await aToken(driver)), name: `Second ${crypto.randomUUID()}`, keep: 'this-run' }),
  },
  'keys.signIn': { input: aToken },
  'keys.dismiss': { input: aToken },
  'keys.change': {
    input: async (driver) => ({ ...(await aKey(driver)), description: 'Store', filter: anyAddress() }),
  },
  'keys.remove': { input: aKey },
  'keys.endRotation': {
    input: async (driver) => {
      const { accountId, keyId } = await aKey(driver)
      await driver.invoke('keys.create', { ...(await aNewKey(driver)), replaces: keyId })
      const { rotations } = (await driver.invoke('keys.list', { accountId })) as KeyList
      return { accountId, id: rotations.find(({ oldId }) => oldId === keyId)!.id }
    },
  },
  'users.list': { input: ofSandbox },
  'users.get': {
    input: async (driver) => ({ ...(await ofSandbox(driver)), userId: 'nobody' }),
    mayRefuse: ['not-found'],
  },
  'keys.ownAddresses': { input: () => undefined },
}

async function ofSandbox(driver: Driver): Promise<{ accountId: string }> {
  const { id } = (await driver.invoke('sandbox.explore', { scenario: 'empty' })) as Account
  return { accountId: id }
}

async function aNewKey(driver: Driver) {
  const place = await ofSandbox(driver)
  return { ...place, id: crypto.randomUUID(), description: 'Shop', filter: anyAddress(), replaces: null }
}

async function made(driver: Driver) {
  const input = await aNewKey(driver)
  return { accountId: input.accountId, ...((await driver.invoke('keys.create', input)) as MadeKey) }
}

async function aKey(driver: Driver): Promise<{ accountId: string; keyId: string }> {
  const { accountId, key } = await made(driver)
  return { accountId, keyId: key.id }
}

async function aToken(driver: Driver): Promise<{ token: string }> {
  return { token: (await made(driver)).token! }
}
