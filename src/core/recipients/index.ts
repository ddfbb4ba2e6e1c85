import type { Room } from '../base/room.ts'
import { recipientsHandlers, type Needs } from './recipients-handlers.ts'

export { findHandlers } from './recipients-handlers.ts'

export function recipientsRoom(needs: Needs): Room<'recipients'> {
  return { handlers: recipientsHandlers(needs) }
}
