import type { Room } from '../base/room.ts'
import { Rests, type RestNeeds } from './rests.ts'
import { sendsHandlers } from './sends-handlers.ts'

/** The result of a send, and the ways to complete it. */
export function sendsRoom(needs: RestNeeds): Room<'sends'> {
  return { handlers: sendsHandlers(needs.sending, new Rests(needs)) }
}
