import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account, AccountProfile } from '#shared/contract/accounts.ts'
import type { CommandInput, CommandName } from '#shared/contract/table.ts'
import type { Driver } from './drivers/driver.ts'

export type Example<Name extends CommandName> = {
  /** A valid input. The accounts or jobs that it refers to are created through the same driver first. */
  input: (driver: Driver) => CommandInput<Name> | Promise<CommandInput<Name>>
  /** Errors that are also acceptable, because a host has no dialogs or no service is running. */
  mayRefuse?: readonly string[]
}

let accounts = 0

/** Account names are unique in the app, so every profile has a different one. */
export function newProfile(): AccountProfile {
  return {
    ...accountDefaults,
    name: `Example ${++accounts}`,
    // Nothing listens there, so a call fails at once and never leaves this machine.
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
 * An account for commands that read, or write only their own entries. All examples of a driver share it, because each
 * account opens an archive.
 */
export async function ofAccount(driver: Driver): Promise<{ accountId: string }> {
  const shared = sharedAccounts.get(driver) ?? anAccount(driver)
  sharedAccounts.set(driver, shared)
  return { accountId: (await shared).id }
}

/** A separate account for a command that changes all of its data, or starts a job that locks it. */
export async function ofOwnAccount(driver: Driver): Promise<{ accountId: string }> {
  return { accountId: (await anAccount(driver)).id }
}
