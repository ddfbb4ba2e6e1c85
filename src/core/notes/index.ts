import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import { notesHandlers } from './notes-handlers.ts'
import { Notes } from './notes.ts'

export type { Notes } from './notes.ts'

type Needs = Ground & { readonly accounts: Accounts; readonly archives: Archives }

export function notesRoom(needs: Needs): RoomWith<'notes', Notes> {
  const { accounts, events } = needs
  const notes = new Notes(needs)
  accounts.dependants.add({
    afterRemoval: ({ id }) => notes.remove(id),
    eraseRecipient: (id, email) => notes.eraseRecipient(id, email),
  })
  const unsubscribe = events.subscribe((event) => {
    if (event.name === 'compose.sendChanged') notes.recordSend(event.payload)
  })
  return {
    service: notes,
    handlers: notesHandlers(notes),
    async stop() {
      unsubscribe()
      await notes.settled()
    },
    close: () => notes.closeAll(),
  }
}
