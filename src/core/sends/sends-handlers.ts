import type { HandlersOf } from '../base/handlers.ts'
import type { Sending } from '../compose/index.ts'

export function sendsHandlers({ store, lost }: Sending): HandlersOf<'sends'> {
  return {
    'sends.check': async ({ id }, { signal }) => {
      const folder = store.get(id)
      await lost.look(folder, signal)
      return folder.summary
    },
  }
}
