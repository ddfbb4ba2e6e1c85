import type { Room } from '../base/room.ts'
import type { Sending } from '../compose/index.ts'
import { sendsHandlers } from './sends-handlers.ts'

/** What became of a send, and the ways on from there. */
export function sendsRoom(needs: { readonly sending: Sending }): Room<'sends'> {
  return { handlers: sendsHandlers(needs.sending) }
}
