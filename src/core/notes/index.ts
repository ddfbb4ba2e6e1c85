import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import { notesHandlers } from './notes-handlers.ts'
import { Notes } from './notes.ts'

export type { Notes } from './notes.ts'

type Needs = Ground & { readonly accounts: Accounts; readonly archives: Archives }

export function notesRoom(needs: Needs): RoomWith<'notes', Notes> {
  const notes = new Notes(needs)
  const unsubscribe = needs.events.subscribe((event) => {
    if (event.name === 'sends.changed') notes.recordSend(event.payload)
  })
  return {
    service: notes,
    handlers: notesHandlers(notes),
    keeps: {
      erase: ({ accountId, email }) => notes.eraseRecipient(accountId, email),
      size: 'too little to count',
      afterRemoval: ({ id }) => notes.forget(id),
    },
    async stop() {
      unsubscribe()
      await notes.settled()
    },
    close: () => notes.closeAll(),
  }
}
