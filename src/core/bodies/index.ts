import type { Accounts } from '../accounts/index.ts'
import type { Notices } from '../app/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, QuietRoom } from '../base/room.ts'
import { Bodies } from './bodies.ts'

export type { Bodies } from './bodies.ts'
export { ReadOnlyBodies } from './read-only-bodies.ts'
export type { KeptSend } from './store/kept-send.ts'

type Needs = Ground & { readonly accounts: Accounts; readonly archives: Archives; readonly notices: Notices }

/**
 * Copies of the messages sent from here, which no service returns. The page requests them with the message (messages.get).
 */
export function bodiesRoom(needs: Needs): QuietRoom & { readonly service: Bodies } {
  const bodies = new Bodies(needs)
  return {
    service: bodies,
    keeps: {
      erase: ({ accountId, email }) => bodies.erase(accountId, email),
      size: {
        async bodies(id) {
          const bytes = await bodies.bytesOf(id)
          return bytes === null ? null : { bytes, items: null }
        },
      },
      afterRemoval: ({ id }) => bodies.close(id),
      afterHistoryStops: (id, files) => bodies.closeFor(id, files),
    },
    start: () => bodies.start(),
    stop: () => bodies.stop(),
    close: () => bodies.closeAll(),
  }
}
