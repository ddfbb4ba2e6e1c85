import type { Accounts } from '../accounts/index.ts'
import { keepsNothing } from '../base/keeps.ts'
import type { Ground, Room } from '../base/room.ts'
import { webhooksHandlers } from './webhooks-handlers.ts'
import { Webhooks } from './webhooks.ts'

export function webhooksRoom(needs: Pick<Ground, 'events'> & { readonly accounts: Accounts }): Room<'webhooks'> {
  return { handlers: webhooksHandlers(new Webhooks(needs)), keeps: keepsNothing }
}
