import type { Accounts } from '../accounts/index.ts'
import type { Ground, Room } from '../base/room.ts'
import { webhooksHandlers } from './webhooks-handlers.ts'
import { Webhooks } from './webhooks.ts'

export function webhooksRoom(needs: Pick<Ground, 'events'> & { readonly accounts: Accounts }): Room<'webhooks'> {
  return { handlers: webhooksHandlers(new Webhooks(needs)) }
}
