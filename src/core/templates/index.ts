import { AppError } from '#shared/contract/base/error.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import type { Notes } from '../notes/index.ts'
import { Templates } from './templates.ts'
import { templatesHandlers } from './templates-handlers.ts'

export type { Templates } from './templates.ts'

type Needs = Ground & { readonly accounts: Accounts; readonly notes: Notes }

export function templatesRoom(needs: Needs): RoomWith<'templates', Templates> {
  const { events, ports } = needs
  const templates = new Templates(needs)
  const settling = new Set<Promise<void>>()
  const unsubscribe = events.subscribe((event) => {
    if (event.name !== 'outcomes.changed') return
    const { kind, state } = event.payload
    if (kind !== 'template' || (state !== 'happened' && state !== 'not-found')) return
    const work = templates.settle(event.payload).catch((error: unknown) => {
      ports.logger.log('warn', 'The outcome of a template update could not be saved with the template version.', {
        code: AppError.from(error).code,
      })
    })
    settling.add(work)
    void work.finally(() => settling.delete(work))
  })
  return {
    service: templates,
    handlers: templatesHandlers(templates),
    keeps: {
      erase: 'keeps no addresses',
      size: { templates: async (id) => ({ bytes: await templates.bytesOf(id), items: null }) },
      afterRemoval: ({ id }) => templates.removeAccount(id),
    },
    async stop() {
      unsubscribe()
      await Promise.all(settling)
    },
    close: () => templates.closeAll(),
  }
}
