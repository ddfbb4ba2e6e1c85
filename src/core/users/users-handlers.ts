import type { Accounts } from '../accounts/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { listUsers, readUser } from './read-users.ts'

export function usersHandlers(accounts: Accounts): HandlersOf<'users'> {
  return {
    'users.list': ({ accountId }, { signal }) => listUsers(accounts.client(accountId), signal),
    'users.get': ({ accountId, userId }, { signal }) => readUser(accounts.client(accountId), userId, signal),
  }
}
