import type { HandlersOf } from '../base/handlers.ts'
import type { Sending } from '../compose/index.ts'
import type { Rests } from './rests.ts'

export function sendsHandlers({ store, lost, sends, verify }: Sending, rests: Rests): HandlersOf<'sends'> {
  return {
    'sends.verify': ({ draftId }) => verify(draftId),
    'sends.check': async ({ id }, { signal }) => {
      const folder = store.get(id)
      await lost.look(folder, signal)
      return folder.summary
    },
    'sends.settled': ({ id }) => sends.settled(id),
    'sends.rest': (asked, { signal }) => rests.plan(asked, signal),
    'sends.startRest': (asked, { signal }) => rests.start(asked, signal),
  }
}
