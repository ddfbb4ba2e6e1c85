import type { Accounts } from '../accounts/index.ts'
import { keepsNothing } from '../base/keeps.ts'
import type { Room } from '../base/room.ts'
import { usersHandlers } from './users-handlers.ts'

export function usersRoom({ accounts }: { readonly accounts: Accounts }): Room<'users'> {
  return { handlers: usersHandlers(accounts), keeps: keepsNothing }
}
