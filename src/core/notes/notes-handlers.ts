import type { HandlersOf } from '../base/handlers.ts'
import { knownZone } from '../messages/index.ts'
import type { Notes } from './notes.ts'

export function notesHandlers(notes: Notes): HandlersOf<'notes'> {
  return {
    'notes.list': async ({ accountId, zone, ...days }) => ({
      notes: await notes.list(accountId, { ...days, zone: knownZone(zone) }),
    }),
    'notes.add': ({ accountId, id, day, text }) => notes.change(accountId, (book) => book.add(id, day, text)),
    'notes.change': ({ accountId, id, day, text }) => notes.change(accountId, (book) => book.change(id, day, text)),
    'notes.remove': ({ accountId, id }) => notes.change(accountId, (book) => book.remove(id)),
    'notes.restore': ({ accountId, id }) => notes.change(accountId, (book) => book.restore(id)),
  }
}
