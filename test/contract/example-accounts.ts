import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account, AccountProfile } from '#shared/contract/accounts.ts'
import type { CommandInput, CommandName } from '#shared/contract/table.ts'
import type { Driver } from './drivers/driver.ts'

export type Example<Name extends CommandName> = {
  /** A valid input; what it names (an account, a job) is made through the same driver first. */
  input: (driver: Driver) => CommandInput<Name> | Promise<CommandInput<Name>>
  /** Errors that are a right answer too: a host without dialogs, a service that is not there. */
  mayRefuse?: readonly string[]
}

let accounts = 0

/** Names are unique in the app, so every profile has its own. */
export function newProfile(): AccountProfile {
  return {
    ...accountDefaults,
    name: `Example ${++accounts}`,
    // Nothing listens there: a call ends at once, and nothing leaves this machine.
    baseUrl: 'http://127.0.0.1:9/v1',
    user: 'someone',
  }
}

export async function anAccount(driver: Driver): Promise<{ id: string }> {
  const { id } = (await driver.invoke('accounts.create', {
    profile: newProfile(),
    key: 'a-key',
    keep: 'this-run',
  })) as Account
  return { id }
}

const sharedAccounts = new WeakMap<Driver, Promise<{ id: string }>>()

/**
 * An account for commands that read, or write no more than entries of their own: all of a driver share it, because each
 * account opens an archive.
 */
export async function ofAccount(driver: Driver): Promise<{ accountId: string }> {
  const shared = sharedAccounts.get(driver) ?? anAccount(driver)
  sharedAccounts.set(driver, shared)
  return { accountId: (await shared).id }
}

/** An account for a command that changes the whole of it, or starts a job that holds it. */
export async function ofOwnAccount(driver: Driver): Promise<{ accountId: string }> {
  return { accountId: (await anAccount(driver)).id }
}
