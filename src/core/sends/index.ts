import { keepsNothing } from '../base/keeps.ts'
import type { Room } from '../base/room.ts'
import { Rests, type RestNeeds } from './rests.ts'
import { sendsHandlers } from './sends-handlers.ts'

/** The result of a send, and the ways to complete it. */
export function sendsRoom(needs: RestNeeds): Room<'sends'> {
  // The sends themselves are those of compose.
  return { handlers: sendsHandlers(needs.sending, new Rests(needs)), keeps: keepsNothing }
}
