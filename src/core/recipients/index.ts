import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Room } from '../base/room.ts'
import type { FileTokens } from '../files/index.ts'
import type { Outcomes } from '../outcomes/index.ts'
import { recipientsHandlers } from './recipients-handlers.ts'

type Needs = {
  readonly archives: Archives
  readonly accounts: Accounts
  readonly outcomes: Outcomes
  readonly files: FileTokens
}

export function recipientsRoom(needs: Needs): Room<'recipients'> {
  return { handlers: recipientsHandlers(needs) }
}
