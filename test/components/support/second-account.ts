import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { ask } from './send-one.ts'

/** Adds an account and makes it the current one. Returns the id of the account that was current before. */
export async function addSecondAccount(): Promise<string> {
  const { currentId } = await ask<{ currentId: string }>('accounts.list')
  const profile = {
    ...accountDefaults,
    name: 'Second',
    baseUrl: 'http://127.0.0.1:9/v1',
    user: 'second',
    storeHistory: false,
  }
  const { id } = await ask<{ id: string }>('accounts.create', { profile, key: 'a-key', keep: 'this-run' })
  await ask('accounts.select', { id })
  return currentId
}
