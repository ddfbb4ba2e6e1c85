import type { Room } from '../base/room.ts'
import { Rests, type RestNeeds } from './rests.ts'
import { sendsHandlers } from './sends-handlers.ts'

/** What became of a send, and the ways on from there. */
export function sendsRoom(needs: RestNeeds): Room<'sends'> {
  return { handlers: sendsHandlers(needs.sending, new Rests(needs)) }
}
