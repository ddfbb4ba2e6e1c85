import type { HandlersOf } from '../base/handlers.ts'
import { knownZone } from '../messages/index.ts'
import type { Notes } from './notes.ts'

export function notesHandlers(notes: Notes): HandlersOf<'notes'> {
  return {
    'notes.list': async ({ accountId, zone, ...days }) => ({
      notes: await notes.list(accountId, { ...days, zone: knownZone(zone) }),
    }),
    'notes.add': ({ accountId, ...note }) => notes.add(accountId, note),
    'notes.change': ({ accountId, ...note }) => notes.change(accountId, note),
    'notes.remove': ({ accountId, id }) => notes.remove(accountId, id),
    'notes.restore': ({ accountId, id }) => notes.restore(accountId, id),
  }
}
